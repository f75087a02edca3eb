/** What the pages of reports share: safe text, and tables. */

/** A text that is safe in HTML, between tags and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Columns whose first cell begins with a digit or a sign hold numbers, and are aligned to the right. */
export const htmlTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const isNumber = head.map((_, column) => /^[+−\d]/.test(rows[0]?.[column] ?? ''));
  const cells = (row: readonly string[], tag: string): string =>
    row
      .map((text, column) => `<${tag}${isNumber[column] ? ' class="number"' : ''}>${escapeHtml(text)}</${tag}>`)
      .join('');
  return `<div class="scroll"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`;
};

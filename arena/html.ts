/** What the pages of reports share: safe text, and tables. */

/** A text that is safe in HTML, between tags and in attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A cell of a table: a text, or a short text whose whole is shown under the pointer. */
export type HtmlCell = string | { readonly short: string; readonly whole: string };

/** Columns whose first cell begins with a digit or a sign hold numbers, and are aligned to the right. */
export const htmlTable = (head: readonly string[], rows: readonly (readonly HtmlCell[])[]): string => {
  const isNumber = head.map((_, column) => /^[+−\d]/.test(shownOf(rows[0]?.[column] ?? '')));
  const cells = (row: readonly HtmlCell[], tag: string): string =>
    row
      .map((cell, column) => {
        const title = typeof cell === 'string' || cell.short === cell.whole ? '' : ` title="${escapeHtml(cell.whole)}"`;
        return `<${tag}${isNumber[column] ? ' class="number"' : ''}${title}>${escapeHtml(shownOf(cell))}</${tag}>`;
      })
      .join('');
  return `<div class="scroll"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table></div>`;
};

const shownOf = (cell: HtmlCell): string => (typeof cell === 'string' ? cell : cell.short);

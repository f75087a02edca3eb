/** What a finding adds to the document: paragraphs in Markdown, and pictures beside it. */

/** A picture of a finding: its file lies in the folder of pictures, under the name of the document and its own. */
export type FindingPicture = { readonly name: string; readonly svg: string };

/** A finding in words and pictures. */
export type Section = {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Each belongs to the paragraph that is `shown(name, …)`. */
  readonly pictures: readonly FindingPicture[];
};

/** Where pictures of a document go, from its folder. */
export const PICTURE_FOLDER = 'images';

/** The paragraph that shows a picture; `%` stands for the name of the document, which the section need not know. */
export const shown = (name: string, about: string): string => `![${about}](${PICTURE_FOLDER}/%-${name}.svg)`;

/** Room for labels where letters are wider than expected. */
const MARGIN = 12;

/** Charts take their colours and letters from the page around them; a picture on file has no page, so it brings them along. */
export const standalone = (chart: string): string => {
  const [, ...size] = /viewBox="0 0 (\d+) (\d+)"/.exec(chart) ?? [];
  if (size.length === 0) throw new Error(`a chart without a size: ${chart.slice(0, 80)}`);
  const [title] = /<title>.*?<\/title>/.exec(chart) ?? [''];
  const [width, height] = size.map((side) => Number(side) + 2 * MARGIN);
  const inner = chart.replace(
    '<svg ',
    `<svg x="${MARGIN}" y="${MARGIN}" width="${size[0]}" height="${size[1]}" overflow="visible" `,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" color="#222" font-family="system-ui, sans-serif">${title}<rect width="${width}" height="${height}" rx="8" fill="#fff"/>${inner}</svg>\n`;
};

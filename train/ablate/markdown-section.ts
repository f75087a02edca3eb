/** A section of a document that a program writes, between two comments that nobody sees; all around it is left alone. */
import { InvalidInput } from '../../env/index.ts';

const markers = (name: string): readonly [begin: string, end: string] => [
  `<!-- ablation ${name}: begin -->`,
  `<!-- ablation ${name}: end -->`,
];

/** The document with this section in place of the one of the same name, or at its end. `source` is what errors call it. */
export const replaceSection = (document: string, name: string, section: string, source: string): string => {
  const [begin, end] = markers(name);
  const written = `${begin}\n\n${section.trim()}\n\n${end}`;
  const [before, ...afterBegin] = document.split(begin);
  const endings = document.split(end).length - 1;
  if (afterBegin.length === 0 && endings === 0)
    return `${document.trimEnd()}${document.trim() === '' ? '' : '\n\n'}${written}\n`;
  const [, after] = afterBegin.length === 1 && endings === 1 ? afterBegin[0].split(end) : [];
  if (after === undefined)
    throw new InvalidInput('document', source, `expected ${begin} and then ${end}, each once, or neither of them`);
  return `${before}${written}${after}`;
};

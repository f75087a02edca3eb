import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRY_POINTS, exportsOf, pageOf } from '../support/api-reference.ts';

/** The pages themselves are golden files: `test/golden` holds them to the source. */
test('every entry point has a page, and there are no others', () => {
  const pages = readdirSync(resolve(import.meta.dirname, '../../docs/api')).map((name) => `docs/api/${name}`);
  expect(pages.toSorted()).toEqual([...ENTRY_POINTS.map(pageOf), 'docs/api/README.md'].toSorted());
});

test.each(ENTRY_POINTS)('every export of %s has a sentence and a declaration', async (entryPoint) => {
  const all = exportsOf(entryPoint);
  const wordless = all.filter(({ sentence }) => !/^\S.*[.:…]$/s.test(sentence));
  expect(wordless.map(({ file, name, sentence }) => `${file}: ${name} ${sentence}`)).toEqual([]);
  for (const { declaration } of all)
    expect(declaration).toMatch(/^(abstract class|class|const|function|interface|type) [\s\S]*[;}]$/);
  const values: object = await import(/* @vite-ignore */ new URL(`../../${entryPoint}/index.ts`, import.meta.url).href);
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(values)));
});

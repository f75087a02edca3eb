import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** A folder imports only from itself and from folders to its left. */
const LAYERS = ['env', 'models', 'agents', 'fleet', 'arena', 'train', 'cli'] as const;
/** These run in browsers too, so nothing in them may need Node. */
const BROWSER_LAYERS: readonly string[] = ['env', 'models', 'agents'];
/** The one exception: files and packages for Node. Its home is in `models`, but nothing that browsers run imports it. */
const NODE_ONLY = join('models', 'node');

type Import = { readonly file: string; readonly target: string };

const importsOf = (layer: string): Import[] =>
  readdirSync(join(ROOT, layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const file = join(layer, name);
      const source = readFileSync(join(ROOT, file), 'utf8');
      const targets = source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
      return Array.from(targets, ([, target]) => ({ file, target }));
    });

const layers = LAYERS.filter((layer) => existsSync(join(ROOT, layer)));

test.each(layers)('%s imports only from itself and from the layers before it', (layer) => {
  const allowed = LAYERS.slice(0, LAYERS.indexOf(layer) + 1) as readonly string[];
  const wrong = importsOf(layer)
    .filter(({ target }) => target.startsWith('.'))
    .map(({ file, target }) => ({ file, to: relative(ROOT, resolve(ROOT, dirname(file), target)) }))
    .filter(({ to }) => !allowed.includes(to.split('/')[0]));
  expect(wrong).toEqual([]);
});

test.each(layers.filter((layer) => BROWSER_LAYERS.includes(layer)))('%s needs no Node module', (layer) => {
  const wrong = importsOf(layer)
    .filter(({ file }) => !file.startsWith(NODE_ONLY))
    .filter(({ file, target }) => isBuiltin(target) || join(dirname(file), target).startsWith(NODE_ONLY));
  expect(wrong).toEqual([]);
});

test('the reader of imports sees them', () => {
  expect(importsOf('env')).toContainEqual({ file: 'env/rules.ts', target: './board.ts' });
  expect(importsOf('models')).toContainEqual({
    file: 'models/node/open-evaluator.ts',
    target: '../onnx/onnx-evaluator.ts',
  });
  expect(importsOf('cli')).toContainEqual({ file: 'cli/input.ts', target: 'node:fs' });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** A folder imports only from itself and from folders to its left. */
const LAYERS = ['env', 'models', 'agents', 'fleet', 'arena', 'train', 'cli'] as const;
/** These run in browsers too, so nothing in them may need Node. */
const BROWSER_LAYERS: readonly string[] = ['env', 'models', 'agents'];
/** The one exception: files and packages for Node. Its home is in `models`, but nothing that browsers run imports it. */
const NODE_ONLY = join('models', 'node');

/** The pages import from the browser layers and from these; of the server they know the types of its answers alone. */
const WEB_IMPORTS: readonly string[] = [
  'web/',
  'env/',
  'models/',
  'agents/',
  'train/report/',
  'train/sims-schedule.ts',
];
const WEB_IMPORTS_OF_ARENA: readonly string[] = ['arena/bradley-terry.ts', 'arena/format-table.ts'];
const WEB_TYPES: readonly string[] = ['cli/serve/'];
/** What no page may reach, by however many imports. */
const NOT_FOR_PAGES: readonly string[] = [NODE_ONLY, 'fleet', 'cli'];
const NODE_PACKAGES = ['@tensorflow/tfjs-node', 'onnxruntime-node', '@hono/node-server', 'hono', 'commander', 'tsx'];

/** `isType` where the compiler erases it, so that nothing is loaded. */
type Import = { readonly file: string; readonly target: string; readonly isType: boolean };

const IMPORT =
  /(?:^|\n)(?:import|export)\s+(?<type>type\s)?[^'";]*?\bfrom\s*'(?<from>[^']+)'|\bimport\s*\(?\s*'(?<bare>[^']+)'|new URL\('(?<url>[^']+)', import\.meta\.url\)/g;

const importsIn = (file: string): Import[] => {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return Array.from(source.matchAll(IMPORT), ({ groups = {} }) => ({
    file,
    target: groups.from ?? groups.bare ?? groups.url,
    isType: groups.type !== undefined,
  }));
};

const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));

const importsOf = (layer: string): Import[] => filesOf(layer).flatMap(importsIn);

/** The file that a relative import leads to, from the root. */
const fileOf = ({ file, target }: Import): string => join(dirname(file), target);
const isInside = (file: string, places: readonly string[]): boolean => places.some((place) => file.startsWith(place));

/** Every import that is loaded, directly or through others, when these files are; each file is read once. */
const importsReachedFrom = (files: readonly string[]): Import[] => {
  const reached = new Set(files);
  const all: Import[] = [];
  for (const file of reached) {
    const loaded = /\.tsx?$/.test(file) ? importsIn(file).filter(({ isType }) => !isType) : [];
    all.push(...loaded);
    for (const each of loaded) if (each.target.startsWith('.')) reached.add(fileOf(each));
  }
  return all;
};

const layers = LAYERS.filter((layer) => existsSync(join(ROOT, layer)));

test.each(layers)('%s imports only from itself and from the layers before it', (layer) => {
  const allowed = LAYERS.slice(0, LAYERS.indexOf(layer) + 1) as readonly string[];
  const wrong = importsOf(layer)
    .filter(({ target }) => target.startsWith('.'))
    .filter((each) => !allowed.includes(fileOf(each).split('/')[0]));
  expect(wrong).toEqual([]);
});

test.each(layers.filter((layer) => BROWSER_LAYERS.includes(layer)))('%s needs no Node module', (layer) => {
  const wrong = importsOf(layer)
    .filter(({ file }) => !file.startsWith(NODE_ONLY))
    .filter((each) => isBuiltin(each.target) || fileOf(each).startsWith(NODE_ONLY));
  expect(wrong).toEqual([]);
});

test('web imports only what is meant for pages', () => {
  const wrong = importsOf('web')
    .filter(({ target }) => target.startsWith('.'))
    .filter((each) => !isInside(fileOf(each), [...WEB_IMPORTS, ...WEB_IMPORTS_OF_ARENA]))
    .filter((each) => !(each.isType && isInside(fileOf(each), WEB_TYPES)));
  expect(wrong).toEqual([]);
});

test('web reaches nothing that needs Node, by however many imports', () => {
  const wrong = importsReachedFrom(filesOf('web')).filter(({ file, target, isType }) =>
    target.startsWith('.')
      ? isInside(fileOf({ file, target, isType }), NOT_FOR_PAGES)
      : isBuiltin(target) || NODE_PACKAGES.some((name) => target === name || target.startsWith(`${name}/`)),
  );
  expect(wrong).toEqual([]);
});

test('the public face of env lists its names, so that none gets out by accident', () => {
  expect(readFileSync(join(ROOT, 'env/index.ts'), 'utf8')).not.toContain('export *');
});

test('the reader of imports sees them', () => {
  const loaded = (file: string, target: string): Import => ({ file, target, isType: false });
  expect(importsOf('env')).toContainEqual(loaded('env/rules.ts', './board.ts'));
  expect(importsOf('models')).toContainEqual(loaded('models/node/open-evaluator.ts', '../onnx/onnx-evaluator.ts'));
  expect(importsOf('cli')).toContainEqual(loaded('cli/input.ts', 'node:fs'));
  const web = importsOf('web');
  expect(web).toContainEqual(loaded('web/play/app.tsx', './board.tsx'));
  expect(web).toContainEqual(loaded('web/play/main.tsx', './engine-worker.ts'));
  expect(web).toContainEqual({ ...loaded('web/dashboard/api.ts', '../../cli/serve/run-list.ts'), isType: true });
});

test('what is reached through others is seen, and what is erased is not', () => {
  const reached = importsReachedFrom(['cli/commands/serve.ts']);
  expect(reached).toContainEqual(expect.objectContaining({ file: 'train/report/read-run.ts', target: 'node:fs' }));
  const files = importsReachedFrom(filesOf('web')).map(({ file }) => file);
  expect(files).toContain('env/rules.ts');
  expect(files).not.toContain('cli/serve/run-list.ts');
});

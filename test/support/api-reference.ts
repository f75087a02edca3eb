/**
 * The API reference as pages, one for each entry point of the package. No generator of others' reads TypeScript 7 yet, and
 * little is needed: which names an index hands on, the comment above each, and how the compiler declares it. Types are
 * shown as they are written, since their short comments (shapes, units) are lost in declarations.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The entry points of the package, as `package.json` lists them: `env`, `models/tfjs`, … */
export const ENTRY_POINTS: readonly string[] = Object.keys(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).exports,
)
  .filter((path) => !path.endsWith('.json'))
  .map((path) => path.slice('./'.length));

/** Something that an entry point exports. */
export type Exported = {
  readonly name: string;
  /** Its comment as plain text; empty if it has none. */
  readonly sentence: string;
  readonly declaration: string;
  /** Where it is at home, from the root. */
  readonly file: string;
};

/** Everything that an entry point exports, in alphabetical order. */
export const exportsOf = (entryPoint: string): readonly Exported[] => {
  const found = namesIn(join(entryPoint, 'index.ts')).map(({ name, from, original }) => describe(name, from, original));
  return found.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1));
};

/** Where the page of an entry point stands, from the root. */
export const pageOf = (entryPoint: string): string => `docs/api/${entryPoint.replaceAll('/', '-')}.md`;

/** The page of an entry point, in Markdown. */
export const apiPage = (entryPoint: string): string => {
  const index = readSource(join(entryPoint, 'index.ts'));
  const [, about = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(index) ?? [];
  const all = exportsOf(entryPoint);
  const sections = all.map(
    ({ name, sentence, declaration, file }) =>
      `## ${name}\n\n${sentence}\n\n\`\`\`ts\n${declaration}\n\`\`\`\n\n[\`${file}\`](${relative('docs/api', file)})\n`,
  );
  return [
    `# \`tzaar-zero/${entryPoint}\`\n`,
    `${plainText(about)}\n`,
    'Written by `npm run golden` from the source.\n',
    `${linksTo(all.map(({ name }) => name))}\n`,
    ...sections,
  ].join('\n');
};

/** Headings that differ in case alone have the same anchor; the second gets a number, as GitHub counts them. */
const linksTo = (names: readonly string[]): string =>
  names
    .map((name, index) => {
      const anchor = name.toLowerCase();
      const earlier = names.slice(0, index).filter((other) => other.toLowerCase() === anchor).length;
      return `[${name}](#${anchor}${earlier === 0 ? '' : `-${earlier}`})`;
    })
    .join(' · ');

/** The pages by name, with how many names each has. */
export const apiContents = (): string =>
  [
    '# API reference\n',
    'What each entry point of the package exports, written by `npm run golden` from the source.\n',
    '| entry point | names | |\n|---|---|---|',
    ...ENTRY_POINTS.map((entryPoint) => {
      const [, about = ''] = /^\/\*\*([\s\S]*?)\*\//.exec(readSource(join(entryPoint, 'index.ts'))) ?? [];
      const link = pageOf(entryPoint).slice('docs/api/'.length);
      return `| [\`tzaar-zero/${entryPoint}\`](${link}) | ${exportsOf(entryPoint).length} | ${plainText(about)} |`;
    }),
    '',
  ].join('\n');

const readSource = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

type ReExport = { readonly name: string; readonly original: string; readonly from: string };

/** The names that an index hands on; `from` is the file that declares each. */
const namesIn = (index: string): ReExport[] => {
  const text = readSource(index);
  const listed = Array.from(text.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm), ([, names, from]) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name): ReExport => {
        const [original, alias = original] = name.split(' as ');
        return { name: alias, ...homeOf(original, join(dirname(index), from)) };
      }),
  );
  const whole = Array.from(text.matchAll(/^export \* from '([^']+)';/gm), ([, from]) =>
    namesIn(join(dirname(index), from)),
  );
  return [...listed, ...whole].flat();
};

/** The file that declares a name, behind as many indexes as there are. */
const homeOf = (name: string, file: string): { original: string; from: string } => {
  if (declarationsIn(readSource(file), name).length > 0) return { original: name, from: file };
  const further = namesIn(file).find((each) => each.name === name);
  if (further === undefined) throw new Error(`${file} does not declare ${name}`);
  return further;
};

const describe = (name: string, file: string, original: string): Exported => {
  const written = declarationsIn(readSource(file), original);
  const compiled = declarationsIn(readDeclarations(file), original);
  const sentence = written.map(({ comment }) => plainText(comment)).filter((text) => text !== '');
  const declaration = written.map(
    (each, index) => (/^(type|interface) /.test(each.code) ? each : compiled[index]).code,
  );
  return { name, sentence: sentence.join(' '), declaration: declaration.join('\n'), file };
};

type Declaration = { readonly comment: string; readonly code: string };

/** Every declaration of a name (a constant and its type may share one), without `export` and `declare`. */
const declarationsIn = (text: string, name: string): Declaration[] =>
  Array.from(
    text.matchAll(
      new RegExp(
        `(?:/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\n)?^export (?:declare )?((?:abstract )?(?:async )?(?:const|function\\*?|class|interface|type) ${name.replace('$', '\\$')}\\b)`,
        'gm',
      ),
    ),
    ({ 0: all, 1: comment = '', 2: opening, index }) => {
      const start = index + all.length - opening.length;
      const end = endOf(text, start, /^(abstract )?(class|interface)/.test(opening));
      const code = text
        .slice(start, end)
        .replace(/^ +#private;\n/m, '')
        .replace(/ = "(?:[^"\\]|\\.){200,}"/, ': string'); // whole scripts and styles say nothing here
      return { comment, code };
    },
  );

/** Where a declaration that begins at `start` ends: at its semicolon, or at the brace that closes its body. */
const endOf = (text: string, start: number, hasBody: boolean): number => {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const skipped = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/y;
    skipped.lastIndex = at;
    const match = skipped.exec(text);
    if (match !== null) {
      at += match[0].length - 1;
      continue;
    }
    const character = text[at];
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && --depth === 0 && hasBody && character === '}') return at + 1;
    if (character === ';' && depth === 0) return at + 1;
  }
  return text.length;
};

/** A comment as one paragraph, links included; blank lines and code in it stay. */
const plainText = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim()
    .replace(/\n(?=\S)(?!\s{2,}|- )/g, ' ')
    .replace(/ +/g, ' ');

let emitted: string | null = null;

/** What the compiler declares of a source file; all files are compiled once. */
const readDeclarations = (file: string): string => {
  if (emitted === null) {
    emitted = mkdtempSync(join(tmpdir(), 'tzaar-declarations-'));
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const arguments_ = [
      '-p',
      'tsconfig.build.json',
      '--emitDeclarationOnly',
      '--sourceMap',
      'false',
      '--outDir',
      emitted,
    ];
    execFileSync(process.execPath, [compiler, ...arguments_], { cwd: ROOT, stdio: 'pipe' });
    process.once('exit', () => emitted !== null && existsSync(emitted) && rmSync(emitted, { recursive: true }));
  }
  return readFileSync(join(emitted, file.replace(/\.ts$/, '.d.ts')), 'utf8');
};

/**
 * The programs of the documentation, taken out of it, compiled and run. A comment directly above one says otherwise, and why:
 * `<!-- compiled only: … -->` or `<!-- not run: … -->`. The readers in Python are in `formats.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeSettings, parseChange } from '../../train/index.ts';
import { tzaarFromSource, tzaarHere } from '../support/cli.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
]; // biome-ignore format: a list

type Program = {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly marker: string | null;
};

const programsIn = (page: string): Program[] => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return Array.from(
    text.matchAll(/(?:<!-- (.*) -->\n)?```(\w+)\n([\s\S]*?)\n```/g),
    ({ 1: marker, 2: language, 3: code, index }) => ({
      page,
      line: text.slice(0, index).split('\n').length,
      language,
      code,
      marker: marker ?? null,
    }),
  );
};

const PROGRAMS = PAGES.flatMap(programsIn);
const SCRIPTS = PROGRAMS.filter(({ language, marker }) => language === 'ts' && !marker?.startsWith('not run: '));
const nameOf = ({ page, line }: Program): string => `${page.replace(/\W/g, '-')}-${line}.ts`;

const scratch = mkdtempSync(join(tmpdir(), 'tzaar-docs-'));
const config = join(scratch, 'tsconfig.json');

beforeAll(() => {
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  const paths = { 'tzaar-zero/*': [join(ROOT, '*/index.ts')] };
  const options = {
    ...compilerOptions,
    paths,
    noEmit: true,
    isolatedDeclarations: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
  };
  writeFileSync(config, JSON.stringify({ compilerOptions: options, include: [`${scratch}/*.ts`] }));
  writeFileSync(join(scratch, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'), 'dir');
  for (const program of SCRIPTS) writeFileSync(join(scratch, nameOf(program)), `${program.code}\nexport {};\n`);
});

test('whatever is not run says why', () => {
  expect(PROGRAMS.length).toBeGreaterThan(8);
  const known = PROGRAMS.filter(({ language }) => language !== 'python');
  for (const { page, line, language, marker } of known) {
    const where = `${page}:${line}`;
    if (marker !== null) expect(`${where} ${marker}`).toMatch(/ (compiled only|not run): .{10,}$/);
    else expect(`${where} ${language}`).toMatch(/ ts$/);
  }
});

test('all of them compile', () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', config], { cwd: scratch, encoding: 'utf8' });
  expect([stdout, status]).toEqual(['', 0]);
});

describe('runs:', () => {
  /** What `npm start` leaves behind, as far as the programs name it: of a run that takes seconds. */
  beforeAll(() => {
    const run = join(scratch, 'runs/001');
    const { code, err } = tzaarFromSource([
      'train',
      '--preset',
      'smoke',
      '--set',
      'evaluation.every=0',
      '--threads',
      '1',
      '--out',
      run,
    ]);
    expect([code, err]).toEqual([0, expect.any(String)]);
    copyFileSync(join(run, 'checkpoints/000002.network'), join(run, 'checkpoints/000012.network'));
  });

  test.each(SCRIPTS.filter(({ marker }) => marker === null))('$page, line $line', (program) => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', nameOf(program)], {
      cwd: scratch,
      encoding: 'utf8',
      env: { ...process.env, TSX_TSCONFIG_PATH: config },
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});

test('the agent of the page on own parts plays, with an option and under a label', () => {
  const [program] = programsIn('docs/own-parts.md').filter(({ code }) => code.includes("name: 'taker'"));
  mkdirSync(join(scratch, 'mine'));
  const module = join(scratch, 'mine/my-agent.ts');
  writeFileSync(module, program.code);
  const env = { ...process.env, TSX_TSCONFIG_PATH: config };
  const args = ['match', `${module}:least=2,name=Choosy`, 'random', '--games', '4', '--threads', '1', '--json'];
  const { code, out, err } = tzaarFromSource(args, env);
  expect([code, err]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(out)).toMatchObject({ first: 'Choosy', games: 4, forfeits: 0 });
});

/** Command lines in the text: indented, in a block of `sh`, after a prompt of npm or bare. */
const commandsIn = (page: string): string[] =>
  readFileSync(join(ROOT, page), 'utf8')
    .split('\n')
    .map((line) => /^(?: {4})?(?:npm run -s tzaar -- |tzaar )(.*)$/.exec(line)?.[1] ?? '')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('--help'));

const COMMANDS = [...new Set(PAGES.flatMap(commandsIn))];

const helps = new Map<string, string>();
const helpOf = async (command: string): Promise<string> => {
  if (!helps.has(command)) helps.set(command, (await tzaarHere([command, '--help'])).out);
  return helps.get(command) ?? '';
};

test.each(COMMANDS)('there is such a command with such options and settings: %s', async (line) => {
  const [command = '', ...words] = line.match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  const help = await helpOf(command);
  expect(help).toMatch(new RegExp(`^Usage: tzaar ${command} `));
  for (const word of words) if (/^--[a-z]/.test(word)) expect(help).toContain(`${word} `);
  const changes = words.filter((_, index) => words[index - 1] === '--set');
  expect(() => makeSettings(...changes.map(parseChange))).not.toThrow();
});

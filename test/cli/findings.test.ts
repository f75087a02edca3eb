import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeNetwork, freshNetwork } from '../../models/index.ts';
import { tzaarHere } from '../support/cli.ts';
import { SMALL_NETWORKS } from '../support/networks.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tzaar-findings-'));
const model = join(scratch, 'small.network');
const keep = join(scratch, 'games');
const document = join(scratch, 'docs', 'findings.md');
const NUMBERS = ['--games', '4', '--sims', '4', '--search-sims', '20', '--seed', '3', '--threads', '1'];
const args = (out: string, games: string): string[] => ['findings', model, '--out', out, '--keep', games, ...NUMBERS];

/** The document and its pictures; the command that it names has the file's own path. */
const written = (out: string): Record<string, string> => {
  const images = join(out, '..', 'images');
  const pictures = readdirSync(images).map((name) => [name, readFileSync(join(images, name), 'utf8')]);
  return { ...Object.fromEntries(pictures), text: readFileSync(out, 'utf8').replace(/--out \S+/, '') };
};

describe('tzaar findings', () => {
  beforeAll(async () => {
    writeFileSync(model, await encodeNetwork(freshNetwork(SMALL_NETWORKS[0], 1)));
    const { code, out } = await tzaarHere(args(document, keep));
    expect(code).toBe(0);
    expect(out).toBe(`wrote ${document} and 9 pictures in ${join(scratch, 'docs', 'images')}\n`);
  });

  test('writes the document with its pictures, and keeps the games as matches do', () => {
    const { text, ...pictures } = written(document);
    expect(text).toContain('# What small has found out about TZAAR');
    expect(text).toContain('--games 4 --sims 4 --search-sims 20 --seed 3');
    expect(text).toContain(`match zero:model=${model},sims=4,rule=gumbel,gumbelScale=1`);
    for (const name of Object.keys(pictures)) expect(text).toContain(`(images/${name})`);
    for (const setup of ['random', 'fixed', 'tournament'])
      expect(
        readFileSync(join(keep, setup, 'games.jsonl'), 'utf8')
          .trim()
          .split('\n'),
      ).toHaveLength(4);
    const fixed = readFileSync(join(keep, 'fixed', 'games.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const games = fixed.map((line) => JSON.parse(line).moves.join(' '));
    expect(new Set(games).size).toBe(4); // the same start, and yet no two alike
  });

  test('goes on after a kill, and ends with the same document', async () => {
    const [out, games] = [join(scratch, 'again', 'findings.md'), join(scratch, 'killed')];
    cpSync(keep, games, { recursive: true });
    // What a kill in the middle of the second set-up leaves: half a line, and nothing of the third.
    const file = join(games, 'fixed', 'games.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n${lines[2].slice(0, 100)}`);
    rmSync(join(games, 'tournament'), { recursive: true });
    expect((await tzaarHere(args(out, games))).code).toBe(0);
    expect(written(out)).toEqual(written(document));
    expect(readFileSync(file, 'utf8')).toBe(lines.join('\n'));
  });

  test('writes over its own document, and prints the numbers with --json', async () => {
    const { code, out } = await tzaarHere([...args(document, keep), '--json']);
    expect(code).toBe(0);
    const findings = JSON.parse(out);
    expect(findings.balance.map(({ setup, games }: { setup: string; games: number }) => [setup, games])).toEqual([
      ['random', 4],
      ['fixed', 4],
      ['tournament', 4],
    ]);
    expect(findings).toMatchObject({ proofs: { games: 12 }, placement: { games: 4 }, firstMoves: { simulations: 20 } });
  });

  const foreign = join(scratch, 'foreign.md');
  test.each([
    { given: ['--out', join(scratch, 'notes.txt')], says: 'expected a file that ends with .md' },
    { given: ['--out', foreign], says: 'it was not written by this command' },
    { given: ['--out', join(model, 'x.md')], says: 'its folder cannot be made' },
    { given: ['--out', join(scratch, 'a.md'), '--games', '3'], says: 'expected an even number' },
    { given: ['--out', join(scratch, 'a.md'), '--sims', '0'], says: 'invalid simulations "0"' },
    { given: ['--out', join(scratch, 'a.md'), '--seed', 'x'], says: 'invalid seed "x"' },
    { given: ['--out', join(scratch, 'a.md'), '--keep', keep, '--sims', '5'], says: 'it holds another schedule' },
    { given: ['--out', join(scratch, 'a.md'), '--keep', model], says: 'invalid folder' },
  ])('refuses $given in one sentence', async ({ given, says }) => {
    writeFileSync(foreign, '# My own notes\n');
    const { code, out, err } = await tzaarHere(['findings', model, '--games', '4', '--threads', '1', ...given]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(says);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(readFileSync(foreign, 'utf8')).toBe('# My own notes\n');
  });

  test('refuses a network that is not there, and a command without a document', async () => {
    const { code, err } = await tzaarHere(['findings', join(scratch, 'nowhere'), '--out', join(scratch, 'b.md')]);
    expect([code, err]).toEqual([1, expect.stringContaining('there is no such file')]);
    expect(existsSync(join(scratch, 'b.md'))).toBe(false);
    expect((await tzaarHere(['findings', model])).code).toBe(2);
  });

  test('does not go on with games of another network', async () => {
    const before = readFileSync(model);
    writeFileSync(model, await encodeNetwork(freshNetwork(SMALL_NETWORKS[0], 2)));
    const { code, err } = await tzaarHere(args(document, keep));
    writeFileSync(model, before);
    expect([code, err]).toEqual([1, expect.stringContaining('with other weights')]);
  });
});

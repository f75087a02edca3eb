import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writeCard } from '../../../models/release/model-card.ts';
import { SMALL_NETWORKS } from '../../support/networks.ts';
import { scratchFolder, writeTestRelease } from '../../support/releases.ts';
import { serveFolders } from '../../support/static-server.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const WASM = join(ROOT, 'node_modules/@tensorflow/tfjs-backend-wasm/dist');

/** The programs in a card's fences of this language, in their order. */
const snippets = (card: string, language: string): string[] =>
  Array.from(card.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms')), ([, code]) => code);

/** Runs a snippet from the sources as a reader would from the package, in a process of its own: tfjs has one backend at a time. */
const run = (snippet: string, replaced: Readonly<Record<string, string>>): Promise<string> => {
  let code = snippet.replace(/'tzaar-zero\/([\w/]+)'/g, `'${ROOT}/$1/index.ts'`);
  for (const [from, to] of Object.entries(replaced)) code = code.replaceAll(from, to);
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], { cwd: ROOT });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  return new Promise((resolve) => child.on('close', (status) => resolve(status === 0 ? said : `failed: ${said}`)));
};

const { manifest } = await writeTestRelease(join(scratchFolder(), 'model'));

const MOVE_AND_VALUE = /^[A-I]\d\S*[A-I]\d -?(0\.\d+|1|0)\n$/;

// Cards differ only in whether there is an input of neighbours.
test.each(SMALL_NETWORKS.filter(({ architecture }) => architecture !== 'hex'))(
  'the programs in the card of a $architecture network run',
  async (config) => {
    const { out } = await writeTestRelease(join(scratchFolder(), 'model'), config);
    const [browser, node, stock] = snippets(readFileSync(join(out, 'README.md'), 'utf8'), 'js');
    const { url, close } = await serveFolders({ '/model/': out });
    try {
      // Node reads the engine's files from the disk, a browser from where they were copied to.
      expect(await run(browser, { '/models/this-folder/': url, '/wasm/': `${WASM}/` })).toMatch(MOVE_AND_VALUE);
      expect(await run(node, { 'this-folder': out })).toMatch(MOVE_AND_VALUE);
      const said = await run(stock, { 'this-folder/': url });
      const [, policy, wantedPolicy, value, wantedValue] =
        /^(\S+) is (\S+) and (\S+) is (\S+)$/m.exec(said)?.map(Number) ?? [];
      expect(policy, said).toBeCloseTo(wantedPolicy, 4);
      expect(value).toBeCloseTo(wantedValue, 4);
    } finally {
      await close();
    }
  },
);

test('a card begins with what model hubs read of it, and tells what it cost', () => {
  const card = writeCard({
    ...manifest,
    licence: 'MIT',
    provenance: { ...manifest.provenance, trainingSeconds: 9000, cores: 2 },
  });
  const [, head] = /^---\n(.*?)\n---\n\n# a test\n/s.exec(card)!;
  const lines = head.split('\n');
  expect(lines.slice(0, 3)).toEqual([
    'license: "mit"',
    'library_name: "tzaar-zero"',
    'pipeline_tag: "reinforcement-learning"',
  ]);
  const [metric] = lines.flatMap((line) => (line.startsWith('    - ') ? [JSON.parse(line.slice(6))] : []));
  expect(metric).toEqual({
    type: 'win_rate',
    value: 0.9,
    name: 'score of zero:model=x,sims=8, 95 % interval 0.800 to 0.950',
  });
  expect(card).toContain('- time by the clock: 2.5 hours\n- core-hours: 5.0 at most, on a machine with 2 cores\n');
});

test('a card tells whose weights a run began with, and claims nothing of the games of those', () => {
  const provenance = { ...manifest.provenance, run: 'large', teacherGames: 0, begunFrom: 'small-1 (0123456789abcdef)' };
  const card = writeCard({ ...manifest, licence: 'MIT', provenance });
  expect(card).toContain('- begun from the weights of: small-1 (0123456789abcdef)\n');
  expect(card).not.toContain('without games of others');
});

test('a card says nothing of what was not measured', () => {
  const card = writeCard({ ...manifest, strength: [] });
  expect(card).not.toContain('model-index');
  expect(card).not.toContain('core-hours');
});

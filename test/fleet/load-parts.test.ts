import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AGENT_KINDS } from '../../agents/index.ts';
import { InvalidInput } from '../../env/index.ts';
import { loadedModules, loadParts, ThreadFleet } from '../../fleet/index.ts';

const write = (text: string, name = 'module.mjs'): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'tzaar-parts-')), name);
  writeFileSync(path, text);
  return path;
};

const CHECKS = resolve(import.meta.dirname, '../../env/check.ts');
const TRUNK = `export const parts = { trunks: [{ name: 'hex', meaning: 'x', define() {}, microBatch: 8 }] };`;

const agent = (name: string): string => `{ name: '${name}', help: 'a test', options: {}, open: async () => null }`;
const agents = (...names: string[]): string => `export const parts = { agents: [${names.map(agent).join(', ')}] };`;

const refusal = async (path: string): Promise<string> => {
  const error: unknown = await loadParts(path).then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(InvalidInput);
  return (error as InvalidInput).message;
};

describe('a module', () => {
  test('is loaded with its parts registered, its hash and its settings, and may be loaded again', async () => {
    const path = write(`${agents('first', 'second')} export const settings = { seed: 3 };`);
    const loaded = await loadParts(path);
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(loaded).toMatchObject({ path, hash, settings: { seed: 3 } });
    expect(AGENT_KINDS.get('first')).toBe(loaded.parts.agents![0]);
    expect(await loadParts(path)).toBe(loaded);
    expect(loadedModules()).toContainEqual({ path, hash });
  });

  test('may be TypeScript, and export settings alone', async () => {
    const path = write('type S = { seed: number }; export const settings: S = { seed: 4 };', 'module.ts');
    expect(await loadParts(path)).toMatchObject({ settings: { seed: 4 }, parts: {} });
  });

  test('that changed is refused, as one that is not the wanted version', async () => {
    const path = write(agents('changing'));
    const { hash } = await loadParts(path);
    expect(await loadParts(path, hash)).toMatchObject({ hash });
    writeFileSync(path, agents('changed'));
    expect(await refusal(path)).toContain('it changed since it was loaded');
    await expect(loadParts(path, hash)).rejects.toThrow('it changed since the run began');
  });

  test.each<{ what: string; text: string; says: string[] }>([
    { what: 'without parts', text: 'export const part = {};', says: ['neither parts nor settings, only part'] },
    {
      what: 'with parts that are none',
      text: 'export const parts = 3;',
      says: ['parts must be an object with trunks'],
    },
    { what: 'with settings that are none', text: 'export const settings = [];', says: ['settings must be an object'] },
    {
      what: 'with unknown kinds of part',
      text: 'export const parts = { agent: [], nets: [] };',
      says: [
        'parts.agent is not known: known are trunks, heads, targets, searchRules, agents',
        'parts.nets is not known',
      ],
    },
    {
      what: 'with a part instead of a list',
      text: 'export const parts = { agents: {} };',
      says: ['parts.agents must be a list'],
    },
    {
      what: 'with a part that lacks and has too much',
      text: `export const parts = { agents: [{ name: 'fine', help: 'x', options: { depth: 3 }, opens: 1 }] };`,
      says: ['parts.agents.0.open is missing', 'parts.agents.0.options must be', 'parts.agents.0.opens is not known'],
    },
    { what: 'with a bad name', text: agents('no good'), says: ['parts.agents.0.name must be a name of at most 40'] },
    { what: 'with a name twice', text: agents('twin', 'twin'), says: ['there are two agents called twin'] },
    {
      what: 'with a target for no head',
      text: `export const parts = { targets: [{ name: 'lost', head: 'nowhere', meaning: 'x', options: {}, write() {} }] };`,
      says: ['the target lost writes the head nowhere, which does not exist'],
    },
    {
      what: 'with a head without a target',
      text: `export const parts = { heads: [{ name: 'lonely', meaning: 'x', output() {}, loss() {}, unit: 'nats', weight: 1,
        dims: [1], column: { name: 'lonely', type: 'int8', width: 1 }, read() {}, target: 'nobody' }] };`,
      says: ['nothing writes the head lonely: there is no target nobody for it'],
    },
    {
      what: 'with a head whose column is none',
      text: `export const parts = { heads: [{ name: 'lonely', meaning: 'x', output() {}, loss() {}, unit: 'nats', weight: 1,
        dims: [0], column: { name: 'lonely', type: 'int64' }, read() {}, target: 'nobody' }] };`,
      says: ['parts.heads.0.dims must be', 'parts.heads.0.column.type must be one of int8', 'column.width is missing'],
    },
    {
      what: 'with a search rule whose options cannot be',
      text: `import { real } from ${JSON.stringify(CHECKS)}; export const parts = { searchRules: [{ name: 'mine', help: 'x',
        options: { leaves: real(0, 1) }, calm: { noise: 0 }, allocate() {}, prepare() {}, choose() {}, follow() {},
        best() {}, policy() {} }] };`,
      says: [
        'has an option leaves, which means something else',
        'leaves of the rule mine has no default',
        'noise is not known',
      ],
    },
    {
      what: 'with an agent whose options cannot be written',
      text: `import { real } from ${JSON.stringify(CHECKS)}; export const parts = { agents: [{ name: 'odd', help: 'x',
        options: { name: real(0, 1), 'two words': real(0, 1) }, network: 'model', open() {} }] };`,
      says: ['has an option name:', 'has an option two words:', 'has no option model, which its network'],
    },
    { what: 'with a trunk that is taken', text: `${TRUNK}`, says: ['the name hex is taken by another trunk'] },
    { what: 'that throws', text: 'throw new Error("on purpose\\nand more");', says: ['cannot be loaded: on purpose'] },
    { what: 'that is no JavaScript', text: 'export const = 3;', says: ['cannot be loaded: '] },
  ])('$what is refused in one sentence', async ({ text, says }) => {
    const path = write(text);
    const message = await refusal(path);
    expect(message).toContain(`invalid module ${JSON.stringify(path)}: `);
    for (const each of says) expect(message).toContain(each);
    expect(message).not.toContain('\n');
  });

  test('that is not there is refused', async () => {
    expect(await refusal('nowhere.mjs')).toBe('invalid module "nowhere.mjs": there is no such file');
  });

  test('whose part has a name that is taken is refused whole, and leaves nothing behind', async () => {
    await loadParts(write(agents('taken')));
    expect(await refusal(write(agents('fresh', 'taken')))).toContain('the name taken is taken by another agent');
    expect(AGENT_KINDS.has('fresh')).toBe(false);
  });
});

describe('workers', () => {
  const fleetWith = (path: string, hash: string): ThreadFleet<{ readonly number: number }, number> => {
    const worker = new URL('./trial-worker.ts', import.meta.url);
    return new ThreadFleet({ worker, threads: 1, modules: [{ path, hash }] });
  };

  test.each(['module.mjs', 'module.ts', 'module.mts'])(
    'load a %s before their first job, and tell if it changed',
    async (name) => {
      const notes = write('', 'notes');
      const path = write(
        `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(notes)}, '+'); export const settings = {};`,
        name,
      );
      const { hash } = await loadParts(path);
      const fleet = fleetWith(path, hash);
      expect((await fleet.run([{ number: 3 }]).next()).value).toBe(9);
      expect(readFileSync(notes, 'utf8')).toBe('++'); // here and there
      await fleet.close();
      writeFileSync(path, 'export const settings = { seed: 1 };');
      const late = fleetWith(path, hash);
      const error: unknown = await late
        .run([{ number: 3 }])
        .next()
        .catch((thrown) => thrown);
      expect(error).toBeInstanceOf(InvalidInput);
      expect((error as Error).message).toContain('it changed since the run began');
      await late.close();
    },
  );
});

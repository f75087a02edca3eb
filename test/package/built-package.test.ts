import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { build, type Plugin, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installBuiltPackage } from '../support/built-package.ts';
import { installedIn, proveInstall, tzaarOf } from '../support/installed.ts';
import { lacking } from '../support/lacking.ts';
import { writeTestRelease } from '../support/releases.ts';
import { serveFolders } from '../support/static-server.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const CHROMIUM = '/usr/bin/chromium';

let project: string;
beforeAll(() => {
  project = installBuiltPackage();
});

type Bundle = { readonly modules: readonly string[]; readonly builtins: readonly string[]; readonly gzipped: number };

/** Bundles an entry for browsers: what is in it, which Node modules its files ask for, and the size of its scripts. */
const bundle = async (name: string, source: string): Promise<Bundle> => {
  const entry = join(project, `${name}.js`);
  writeFileSync(entry, source);
  const builtins: string[] = [];
  const watch: Plugin = {
    name: 'watch-builtins',
    enforce: 'pre',
    resolveId(id, importer) {
      if (isBuiltin(id) && importer?.includes('tzaar-zero')) builtins.push(`${id} in ${importer}`);
    },
  };
  const result = (await build({
    root: project,
    configFile: false,
    logLevel: 'silent',
    plugins: [watch],
    build: { write: false, modulePreload: false, rolldownOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((output) => output.type === 'chunk');
  return {
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)),
    builtins,
    gzipped: gzipSync(chunks.map(({ code }) => code).join('\n')).length,
  };
};

const has = ({ modules }: Bundle, part: string): boolean => modules.some((id) => id.includes(part));
const report = (what: string, { gzipped }: Bundle): unknown =>
  process.stderr.write(`${what}: ${(gzipped / 1000).toFixed(1)} kB of script, gzipped\n`);

describe('for browsers', () => {
  test('env alone brings no network and no engine along', async () => {
    const env = await bundle('env', `import { parsePosition } from 'tzaar-zero/env'; globalThis.p = parsePosition;`);
    report('tzaar-zero/env, parsePosition', env);
    expect(env.builtins).toEqual([]);
    for (const part of ['tensorflow', 'protobufjs', 'onnx', '/models/', '/agents/']) expect(has(env, part)).toBe(false);
    expect(env.gzipped).toBeLessThan(15_000);
  });

  test('models without an engine need neither tfjs nor onnx', async () => {
    const models = await bundle(
      'models',
      `import { fetchRelease, replaySelfcheck } from 'tzaar-zero/models'; globalThis.m = [fetchRelease, replaySelfcheck];`,
    );
    report('tzaar-zero/models, fetchRelease', models);
    expect(models.builtins).toEqual([]);
    expect(has(models, 'load-release.js')).toBe(true);
    for (const part of ['tensorflow', 'protobufjs', 'onnx']) expect(has(models, part)).toBe(false);
    expect(models.gzipped).toBeLessThan(25_000);
  });

  test('a player with a network takes the core of tfjs and no more', async () => {
    const player = await bundle(
      'player',
      `import { parsePosition } from 'tzaar-zero/env';
       import { fetchRelease } from 'tzaar-zero/models';
       import { chooseBackend, TfjsEvaluator } from 'tzaar-zero/models/tfjs';
       import { ZeroAgent } from 'tzaar-zero/agents';
       globalThis.all = [parsePosition, fetchRelease, chooseBackend, TfjsEvaluator, ZeroAgent];`,
    );
    report('env, models, models/tfjs and agents, all backends', player);
    expect(player.builtins).toEqual([]);
    for (const part of ['tfjs-core', 'tfjs-backend-wasm']) expect(has(player, part)).toBe(true);
    for (const part of ['tfjs-layers', 'tfjs-data', 'tfjs-backend-webgl', 'tfjs-learner.js', 'protobufjs', 'onnx']) {
      expect(has(player, part), part).toBe(false);
    }
    expect(player.gzipped).toBeLessThan(250_000);
  });
});

test('what to do for native tfjs is something that can be done here', () => {
  const script = `import('tzaar-zero/models/node').then((node) => node.loadNativeTfjs()).catch((error) => console.log(error.message));`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: project, encoding: 'utf8' });
  expect(stdout).toMatch(/\(npm (install|rebuild) @tensorflow\/tfjs-node.*\)\n$/);
});

test('types are there for every entry', async () => {
  const { exports } = (await import(join(project, 'node_modules/tzaar-zero/package.json'), { with: { type: 'json' } }))
    .default as { exports: Record<string, string | { types: string; default: string }> };
  for (const [entry, target] of Object.entries(exports)) {
    for (const file of typeof target === 'string' ? [target] : [target.types, target.default]) {
      expect(existsSync(join(project, 'node_modules/tzaar-zero', file)), `${entry}: ${file}`).toBe(true);
    }
  }
});

test('the pages are there, and the command serves them', async () => {
  const own = join(project, 'node_modules/tzaar-zero');
  const main = join(own, 'dist/cli/main.js');
  const child = spawn(process.execPath, [main, 'serve', '--port', '0'], { cwd: project });
  try {
    const url = await new Promise<string>((started, failed) => {
      let out = '';
      child.stdout.on('data', (text) => {
        out += text;
        const page = /^dashboard: (.*)\n/m.exec(out)?.[1];
        if (page !== undefined) started(page);
      });
      child.once('exit', (code) => failed(new Error(`exit code ${code}`)));
    });
    for (const page of ['/dashboard', '/', '/model/manifest.json']) {
      expect([page, (await fetch(new URL(page, url))).status]).toEqual([page, 200]);
    }
  } finally {
    child.kill('SIGKILL');
  }
});

describe('without onnxruntime and native tfjs', () => {
  test('it trains, plays a match and analyses, and says once what is missing', () => {
    proveInstall(installedIn(project), 'tfjs', 'run');
  });

  test.each([
    {
      words: ['learner.backend=cpu', 'learner.batchSize=8', 'learner.passes=0.1', 'network.channels=4'].flatMap(
        (change) => ['--set', change],
      ),
      code: 0,
    },
    { words: ['--set', 'learner.engine=onnx'], code: 1, says: 'invalid learner {"engine":"onnx","device":"cpu"}: ' },
    { words: ['--device', 'cuda'], code: 1, says: 'invalid evaluator {"engine":"tfjs","device":"cuda"}: ' },
  ])('train $words ends with $code', ({ words, code, says }) => {
    const run = `run${words.join('').replaceAll(/\W/g, '')}`;
    const all = ['train', '--preset', 'smoke', '--set', 'iterations=1', '--set', 'evaluation.every=0', '--out', run];
    const result = tzaarOf(installedIn(project), ...all, ...words);
    expect(result.code, result.err).toBe(code);
    if (says !== undefined) expect(result.err.split('\n').at(-2)).toContain(`error: ${says}`);
    expect(existsSync(join(project, run))).toBe(code === 0);
  });
});

test('an agent in a module of the project plays on compiled worker threads', () => {
  writeFileSync(
    join(project, 'first.mjs'),
    `import { legalActions, MAX_LEGAL_ACTIONS } from 'tzaar-zero/env';
    const buffer = new Uint16Array(MAX_LEGAL_ACTIONS);
    const choose = async (position) => (legalActions(position, buffer), { action: buffer[0], nodes: 1, timeMs: 0 });
    const open = async (_, { name }) => ({ name, newGame() {}, choose, close: async () => {} });
    export const parts = { agents: [{ name: 'first', help: 'the first legal action', options: {}, open }] };`,
  );
  const main = join(project, 'node_modules/tzaar-zero/dist/cli/main.js');
  const match = ['match', './first.mjs', 'random', '--games', '4', '--threads', '2', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...match], { cwd: project, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ first: './first.mjs', games: 4, forfeits: 0 });
});

describe.skipIf(lacking('chromium', existsSync(CHROMIUM)))('in chromium', () => {
  let browser: Browser;
  let site: string;
  let server: Awaited<ReturnType<typeof serveFolders>>;

  beforeAll(async () => {
    const site_ = join(project, 'site');
    const wasm = join(ROOT, 'node_modules/@tensorflow/tfjs-backend-wasm/dist');
    mkdirSync(join(site_, 'public/wasm'), { recursive: true });
    cpSync(join(ROOT, 'examples/05-use-exported-model.html'), join(site_, 'index.html'));
    for (const name of readdirSync(wasm).filter((file) => file.endsWith('.wasm'))) {
      cpSync(join(wasm, name), join(site_, 'public/wasm', name));
    }
    cpSync(join(ROOT, 'node_modules/@tensorflow/tfjs/dist/tf.min.js'), join(site_, 'public/tf.min.js'));
    writeFileSync(join(site_, 'public/stock.html'), '<!doctype html><script src="tf.min.js"></script>');
    await writeTestRelease(join(site_, 'public/model'));
    await build({ root: site_, configFile: false, logLevel: 'silent' });
    site = join(site_, 'dist');
    server = await serveFolders({ '/': site });
    const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args });
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  test('the example loads a released model, whose selfcheck agrees, and shows its policy', async () => {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(server.url);
    const status = page.getByRole('status').filter({ hasText: 'selfcheck' });
    await status.waitFor();
    expect(await status.textContent()).toMatch(/^selfcheck of 24 positions agrees, worst error .*, wasm$/);
    expect(await page.getByRole('heading').textContent()).toBe('a test');
    await page.locator('svg').waitFor();
    expect(await page.locator('#policy tr').count()).toBe(10);
    expect(await page.locator('#policy td').first().textContent()).toMatch(/^[A-I]\dx[A-I]\d$/);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a folder that is not there is a sentence on the page', async () => {
    const page = await browser.newPage();
    await page.route('**/model/weights.bin', (route) => route.fulfill({ status: 404 }));
    await page.goto(server.url);
    const status = page.getByRole('status').filter({ hasText: 'invalid' });
    await status.waitFor();
    expect(await status.textContent()).toContain('its weights.bin is not there (404)');
    await page.close();
  });

  test('stock tfjs loads model.json by its address and gives the numbers of the example', async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}stock.html`);
    const worst = await page.evaluate(STOCK_CHECK);
    expect(worst).toBeLessThan(1e-4);
    await page.close();
  });
});

/** Runs in the page, with nothing but tfjs. */
const STOCK_CHECK = `(async () => {
  await tf.setBackend('cpu');
  const model = await tf.loadGraphModel('model/model.json');
  const { example } = await (await fetch('model/selfcheck.json')).json();
  const [policy, value] = model.execute({ observation: tf.tensor(example.observation, [1, 60, 48]) }, ['policy', 'value']);
  const errors = [...policy.dataSync()].map((logit, action) => Math.abs(logit - example.policyLogits[action]));
  return Math.max(...errors, Math.abs(value.dataSync()[0] - example.valueLogit));
})()`;

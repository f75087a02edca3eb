/**
 * The pages: `web/index.html` to play and, where it is there, `web/dashboard.html` to watch training. All addresses are
 * relative, so that the build works from any folder of any static host.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { PAGE_RELEASE } from './models/release/shipped.ts';

const ROOT: string = import.meta.dirname;
const PAGES = ['index', 'dashboard'] as const;

/** Packages that only the worker imports. */
const WORKER_PACKAGES = [
  '@tensorflow/tfjs-core',
  '@tensorflow/tfjs-backend-wasm',
  '@tensorflow/tfjs-backend-cpu',
  'seedrandom',
];

/** The released model that the page plays with; TZAAR_MODEL names another folder, or is empty for none. */
const MODEL_FOLDER = process.env.TZAAR_MODEL ?? join(ROOT, 'models/released', PAGE_RELEASE);

/** What the page fetches while it runs, not what it imports: file by file, address → path. */
const fetchedFiles = (): ReadonlyMap<string, string> => {
  const wasm = join(dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')), '.');
  const binaries = ['tfjs-backend-wasm-simd.wasm', 'tfjs-backend-wasm.wasm'];
  const model = MODEL_FOLDER === '' || !existsSync(MODEL_FOLDER) ? [] : readdirSync(MODEL_FOLDER);
  return new Map([
    ...binaries.map((name) => [`wasm/${name}`, join(wasm, name)] as const),
    ...model.filter(isForBrowsers).map((name) => [`model/${name}`, resolve(MODEL_FOLDER, name)] as const),
  ]);
};

/** Browsers run the tfjs form; the ONNX form of the same network is for others. */
function isForBrowsers(name: string): boolean {
  return /\.(json|bin)$/.test(name);
}

const shipFetchedFiles = (): Plugin => ({
  name: 'ship-fetched-files',
  generateBundle() {
    for (const [fileName, path] of fetchedFiles())
      this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
  },
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const path = fetchedFiles().get((request.url ?? '').split('?')[0].slice(1));
      if (path === undefined) return next();
      response.setHeader('content-type', path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream');
      response.end(readFileSync(path));
    });
  },
});

const config: UserConfig = defineConfig({
  root: join(ROOT, 'web'),
  base: './',
  publicDir: false,
  plugins: [shipFetchedFiles()],
  define: { SHIPS_MODEL: JSON.stringify([...fetchedFiles().keys()].some((name) => name.startsWith('model/'))) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  // Found at start: one that turned up in the worker later would reload the page under it.
  optimizeDeps: { include: WORKER_PACKAGES },
  build: {
    outDir: join(ROOT, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: Object.fromEntries(
        PAGES.map((page) => [page, join(ROOT, `web/${page}.html`)] as const).filter(([, path]) => existsSync(path)),
      ),
    },
  },
});

export default config;

/**
 * Which backend tfjs runs on: native, else wasm, else plain JavaScript; chosen once, and always said with the reason.
 * A backend that was asked for by name is used or refused, never replaced.
 */
import * as tf from '@tensorflow/tfjs-core';
import { InvalidInput } from '../../env/index.ts';
import { registerWasmKernels } from './wasm-kernels.ts';

/** The tfjs backends, the fastest first. */
export const TFJS_BACKENDS = ['native', 'wasm', 'cpu'] as const;
/** One of `TFJS_BACKENDS`. */
export type TfjsBackend = (typeof TFJS_BACKENDS)[number];

/** Which tfjs backend is in use. */
export type BackendChoice = {
  readonly backend: TfjsBackend;
  /** Why this one and not a faster one, for people. */
  readonly reason: string;
};

/** What `chooseBackend` may be told. */
export type BackendOptions = {
  /** Loads the native addon, or throws; programs for Node hand in `loadNativeTfjs` of `models/node`. */
  readonly loadNative?: () => Promise<void>;
  /** Where a page serves the files of tfjs-backend-wasm, with a `/` at the end; Node finds them by itself. */
  readonly wasmFiles?: string;
};

/** Reads the name of a backend, or `auto`; refuses others in a sentence. */
export const parseTfjsBackend = (given: string): TfjsBackend | 'auto' => {
  const backend = ([...TFJS_BACKENDS, 'auto'] as const).find((name) => name === given);
  if (backend !== undefined) return backend;
  throw new InvalidInput('backend', given, `expected one of ${TFJS_BACKENDS.join(', ')}, auto`);
};

/** Makes tfjs ready on the backend that was asked for, or on the first that works. */
export const chooseBackend = async (
  wanted: TfjsBackend | 'auto',
  options: BackendOptions = {},
): Promise<BackendChoice> => {
  const candidates = wanted === 'auto' ? TFJS_BACKENDS : [wanted];
  const failures: string[] = [];
  for (const backend of candidates) {
    try {
      await start(backend, options);
      const asked = wanted === 'auto' ? 'the fastest that works here' : 'asked for';
      return { backend, reason: failures.length === 0 ? asked : `${asked}; ${failures.join('; ')}` };
    } catch (error) {
      failures.push(`${backend} does not work: ${firstLine(error)}`);
    }
  }
  throw new InvalidInput('backend', wanted, failures.join('; '));
};

/** The backend that runs now, by our name for it; in browsers others may run that we did not choose. */
export const activeBackend = (): string => (tf.getBackend() === 'tensorflow' ? 'native' : tf.getBackend());

/** The choice as one line for people. */
export const describeChoice = ({ backend, reason }: BackendChoice): string => `tfjs backend ${backend}: ${reason}`;

const start = async (backend: TfjsBackend, { loadNative, wasmFiles }: BackendOptions): Promise<void> => {
  switch (backend) {
    case 'native':
      if (loadNative === undefined) throw new Error('only programs for Node have it');
      await loadNative();
      return activate('tensorflow');
    case 'wasm': {
      const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
      if (wasmFiles !== undefined) setWasmPaths(wasmFiles);
      // The threaded build dies in minified pages and has no effect in Node.
      tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
      await activate('wasm');
      return registerWasmKernels();
    }
    case 'cpu':
      await import('@tensorflow/tfjs-backend-cpu');
      return activate('cpu');
  }
};

const activate = async (name: string): Promise<void> => {
  tf.enableProdMode(); // no advertisement of the native backend: which one runs, and why, is ours to say
  if (!(await tf.setBackend(name))) throw new Error(`tfjs could not start ${name}`);
  await tf.ready();
};

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0];

/** What made a run: the program, its engines, and the machine. Written into `config.json`, so that a result can be traced. */
import { cpus, totalmem } from 'node:os';
import { installedVersion, isSourceChanged, projectVersion, sourceHash } from '../../models/node/index.ts';

/** What made a run: program, engines, machine. */
export type RunProvenance = {
  readonly program: {
    readonly version: string;
    /** The commit of the sources, in a clone. */
    readonly gitHash: string | null;
    /** Whether the sources were changed since. */
    readonly isChanged: boolean;
    readonly node: string;
    /** Versions of the packages that compute; null for one that is not installed. */
    readonly engines: Readonly<Record<string, string | null>>;
  };
  readonly machine: {
    readonly platform: string;
    readonly processor: string;
    readonly cores: number;
    readonly memoryGb: number;
  };
  readonly begun: string;
};

const ENGINES = ['onnxruntime-node', '@tensorflow/tfjs-core', '@tensorflow/tfjs-backend-wasm', '@tensorflow/tfjs-node'];

/** This program, its engines and this machine. */
export const describeProvenance = (): RunProvenance => ({
  program: {
    version: projectVersion(),
    gitHash: sourceHash(),
    isChanged: isSourceChanged(),
    node: process.version,
    engines: Object.fromEntries(ENGINES.map((name) => [name, installedVersion(name)])),
  },
  machine: {
    platform: `${process.platform} ${process.arch}`,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  },
  begun: new Date().toISOString(),
});

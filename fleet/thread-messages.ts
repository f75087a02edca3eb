/** What a thread fleet and its workers say to each other. */
import type { EngineOptions } from '../models/node/choose-engine.ts';
import type { ModuleRef } from './load-parts.ts';
import type { PackedError } from './packed-error.ts';

export type JobMessage<Job> = {
  readonly id: number;
  readonly job: Job;
  /** Where the networks of the job lie, by hash. */
  readonly where: Readonly<Record<string, string>>;
};

/** The message that ends a worker. */
export const CLOSE = 'close';

export type ResultMessage<Result> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly error: PackedError };

/** What a worker is started with. */
export type ThreadData = {
  /** Users' modules, to be loaded before the first job. */
  readonly modules: readonly ModuleRef[];
  /** Where networks are evaluated. */
  readonly evaluator: EngineOptions;
  /** Whether jobs come from other machines: they are checked first, and their results packed. */
  readonly isRemote: boolean;
};

/** Where the samples of a job come from, so that others are not taken for them: a file's name alone proves nothing. */
import { createHash } from 'node:crypto';
import type { Experiment } from '../experiment/experiment.ts';
import type { ShardOrigin } from '../files/shard-file.ts';
import type { SelfPlayJob } from '../self-play-job.ts';
import { jobName } from './run-files.ts';

/** Enough to tell experiments apart, and short enough to be read. */
const HASH_DIGITS = 16;

/** Two jobs of the same origin give the same samples. */
export const originOf = ({ modules }: Pick<Experiment, 'modules'>, selfPlayJob: SelfPlayJob): ShardOrigin => {
  const { iteration, job, networks: _networks, player, ...settings } = selfPlayJob;
  const network = player.type === 'network' ? player.network : null;
  const matters = { ...settings, player: { ...player, network: null }, modules: modules.map(({ hash }) => hash) };
  const experiment = createHash('sha256').update(inOrder(matters)).digest('hex').slice(0, HASH_DIGITS);
  return { job: jobName(iteration, job), experiment, network };
};

/** JSON with sorted keys: settings come in one order from a preset and in another from `config.json`. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

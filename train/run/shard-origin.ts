/** Where the samples of a job come from, so that others are not taken for them: a file's name alone proves nothing. */
import { createHash } from 'node:crypto';
import { completeOptions, type SearchOptions } from '../../agents/index.ts';
import type { TargetChoice } from '../../models/index.ts';
import type { Experiment } from '../experiment/experiment.ts';
import type { ShardOrigin } from '../files/shard-file.ts';
import type { SelfPlayJob } from '../self-play-job.ts';
import { jobName } from './run-files.ts';

/** Enough to tell experiments apart, and short enough to be read. */
const HASH_DIGITS = 16;

/**
 * Two jobs of the same origin give the same samples. Options of the search at their defaults do not count, nor do later ones of targets: a later version of
 * the program has more of them, and must not take the shards of a run that it goes on with for those of another.
 */
export const originOf = ({ modules }: Pick<Experiment, 'modules'>, selfPlayJob: SelfPlayJob): ShardOrigin => {
  const { iteration, job, networks: _networks, player, lessons, ...settings } = selfPlayJob;
  const network = player.type === 'network' ? player.network : null;
  const searching = player.type === 'network' ? { search: changesIn(player.search) } : {};
  // Rounding is no other experiment: where networks are computed changes last digits too, and may change in a run.
  const { precision: _rounding, ...rest } = player.type === 'network' ? player : { ...player, precision: undefined };
  const playing = { ...rest, network: null, ...searching };
  const taught = { ...lessons, targets: mapValues(lessons.targets, withoutLater) };
  const matters = { ...settings, lessons: taught, player: playing, modules: modules.map(({ hash }) => hash) };
  const experiment = createHash('sha256').update(inOrder(matters)).digest('hex').slice(0, HASH_DIGITS);
  return { job: jobName(iteration, job), experiment, network };
};

/** What differs from the defaults of the same rule. */
const changesIn = (options: SearchOptions): object => {
  const standard: object = completeOptions({ rule: options.rule });
  const isOwn = ([name, value]: [string, unknown]): boolean =>
    name === 'rule' || (standard as Record<string, unknown>)[name] !== value;
  return Object.fromEntries(Object.entries(options).filter(isOwn));
};

/** Options of targets that the first runs did not have, as they are where nobody sets them. */
const LATER_OPTIONS: Readonly<Record<string, unknown>> = { searchValue: 'mean' };

const withoutLater = (choice: TargetChoice): object =>
  Object.fromEntries(
    Object.entries(choice).filter(
      ([name, value]) => !Object.hasOwn(LATER_OPTIONS, name) || value !== LATER_OPTIONS[name],
    ),
  );

const mapValues = <Value, Result>(
  of: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Readonly<Record<string, Result>> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, map(value)]));

/** JSON with sorted keys: settings come in one order from a preset and in another from `config.json`. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** Measured strength for a model card: from games in a results folder, or from what `match` and `evaluate` print as JSON. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AgentSpec, formatAgentSpec, parseAgentSpec } from '../agents/index.ts';
import { type Duel, readGames, tabulate } from '../arena/index.ts';
import { InvalidInput } from '../env/index.ts';
import type { StrengthRow } from '../models/index.ts';
import { readTextFile } from './input.ts';

/** A match as far as strength is concerned. */
export type MeasuredDuel = {
  readonly first: string;
  readonly second: string;
  readonly summary: Pick<Duel['summary'], 'games' | 'score' | 'scoreLow' | 'scoreHigh'>;
};

/** Reads `--strength`: a folder with games.jsonl, or a JSON file. */
export const readDuels = (path: string): readonly MeasuredDuel[] => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return tabulate(readGames(path)).duels;
  const refuse = (): never => {
    const why = 'expected a folder of tzaar match --out, or what match, tournament or evaluate print with --json';
    throw new InvalidInput('strength', path, why);
  };
  let given: unknown;
  try {
    given = JSON.parse(readTextFile(path));
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    return refuse();
  }
  const { duels, ...match } = (given ?? {}) as Record<string, unknown>;
  const found = Array.isArray(duels) ? duels : [{ ...match, summary: match }];
  return found.every(isDuel) ? found : refuse();
};

const isDuel = (given: unknown): given is MeasuredDuel => {
  const { first, second, summary } = (given ?? {}) as Record<string, unknown>;
  const numbers = (summary ?? {}) as Record<string, unknown>;
  const isShare = (share: unknown): boolean => typeof share === 'number' && share >= 0 && share <= 1;
  return (
    typeof first === 'string' &&
    typeof second === 'string' &&
    Number.isInteger(numbers.games) &&
    (numbers.games as number) > 0 &&
    [numbers.score, numbers.scoreLow, numbers.scoreHigh].every(isShare)
  );
};

type ZeroSpec = Extract<AgentSpec, { readonly type: 'zero' }>;

/**
 * The rows of the network in `model` (a weight file, or a folder it was released to), named `name` there: paths of the
 * machine that measured do not belong into a card. If none of the duels is of that path, all must be of one network.
 */
export const strengthRows = (
  duels: readonly MeasuredDuel[],
  models: readonly string[],
  name: string,
): StrengthRow[] => {
  const sides = duels.flatMap((duel) => [
    { duel, agent: duel.first, opponent: duel.second, isFirst: true },
    { duel, agent: duel.second, opponent: duel.first, isFirst: false },
  ]);
  const ours = sides.flatMap((side) => {
    const spec = zeroSpec(side.agent);
    return spec === null ? [] : [{ ...side, spec }];
  });
  const paths = models.map((model) => resolve(model));
  const exact = ours.filter(({ spec }) => paths.includes(resolve(spec.model)));
  const names = [...new Set(ours.map(({ spec }) => spec.model))];
  if (exact.length === 0 && names.length !== 1) {
    const found = names.length === 0 ? 'it has no match of a network' : `it is about ${names.join(', ')}`;
    throw new InvalidInput('strength', models[0], `${found}; expected matches of the network that is exported`);
  }
  return (exact.length > 0 ? exact : ours).map(({ duel, opponent, isFirst, spec }) => {
    const { games, score, scoreLow, scoreHigh } = duel.summary;
    return {
      agent: formatAgentSpec({ ...spec, model: name }),
      opponent: withoutPath(opponent),
      sims: spec.sims ?? null,
      ...(isFirst
        ? { score, low: scoreLow, high: scoreHigh }
        : { score: 1 - score, low: 1 - scoreHigh, high: 1 - scoreLow }),
      games,
    };
  });
};

const zeroSpec = (agent: string): ZeroSpec | null => {
  try {
    const spec = parseAgentSpec(agent);
    return spec.type === 'zero' ? spec : null;
  } catch {
    return null; // a name that no spec made, in games of others
  }
};

/** An opponent that is a network too keeps only the last two parts of its path: `checkpoints/000000.network`. */
const withoutPath = (agent: string): string => {
  const spec = zeroSpec(agent);
  return spec === null ? agent : formatAgentSpec({ ...spec, model: spec.model.split(/[\\/]/).slice(-2).join('/') });
};

/** Measured strength for a model card: from games in a results folder, or from what `match` and `evaluate` print as JSON. */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type AgentSpec, formatAgentSpec, networkOf, parseAgentSpec, withNetwork } from '../../agents/index.ts';
import { type Duel, type NetworkHashes, parseNetworks, readGames, readNetworks, tabulate } from '../../arena/index.ts';
import { type GameRecord, InvalidInput, SETUPS, type Setup } from '../../env/index.ts';
import { readTextFile } from '../../fleet/index.ts';
import type { StrengthRow } from '../../models/index.ts';
import { COMMAND } from '../../models/node/index.ts';

/** A match as far as strength is concerned. */
export type MeasuredDuel = {
  readonly first: string;
  readonly second: string;
  /** How its games began, where that is known. */
  readonly setup?: Setup;
  readonly summary: Pick<Duel['summary'], 'games' | 'score' | 'scoreLow' | 'scoreHigh'>;
};

/** Results of matches, for a model card. */
export type MeasuredResults = {
  /** Where they were read, for errors. */
  readonly from?: string;
  readonly duels: readonly MeasuredDuel[];
  /** Empty in results of older programs. */
  readonly networks: NetworkHashes;
};

/** Reads `--strength`: a folder with games.jsonl, or a JSON file. */
export const readResults = (path: string): MeasuredResults => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return { from: path, duels: duelsIn(readGames(path)), networks: readNetworks(path) };
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
  const { duels, networks, ...match } = (given ?? {}) as Record<string, unknown>;
  const found = Array.isArray(duels) ? duels : [{ ...match, summary: match }];
  return found.every(isDuel) ? { from: path, duels: found, networks: parseNetworks(networks) } : refuse();
};

/** Each set-up on its own: who is good at one need not be good at another. */
const duelsIn = (games: readonly GameRecord[]): MeasuredDuel[] =>
  [...new Set(games.map(({ setup }) => setup))].flatMap((setup) =>
    tabulate(games.filter((game) => game.setup === setup)).duels.map((duel) => ({
      ...duel,
      ...(setup !== 'position' && { setup }),
    })),
  );

const isDuel = (given: unknown): given is MeasuredDuel => {
  const { first, second, summary, setup } = (given ?? {}) as Record<string, unknown>;
  const numbers = (summary ?? {}) as Record<string, unknown>;
  const isShare = (share: unknown): boolean => typeof share === 'number' && share >= 0 && share <= 1;
  return (
    typeof first === 'string' &&
    typeof second === 'string' &&
    (setup === undefined || SETUPS.includes(setup as Setup)) &&
    Number.isInteger(numbers.games) &&
    (numbers.games as number) > 0 &&
    [numbers.score, numbers.scoreLow, numbers.scoreHigh].every(isShare)
  );
};

/** The network that is exported. */
export type MeasuredNetwork = {
  /** Its weight file. */
  readonly path: string;
  /** What the card calls it: paths of the machine that measured do not belong there. */
  readonly name: string;
  /** Its weights as they were trained, then as they are released. */
  readonly hashes: readonly string[];
};

/** What a model card says of strength. */
export type Strength = {
  readonly rows: readonly StrengthRow[];
  /** Whether it was measured on the released weights; else some of it is of the trained ones, before rounding. */
  readonly isOfReleased: boolean;
};

/**
 * The rows of a network. Results count if they are of its weights, wherever those lay. Where results do not say which
 * weights they are of, its path decides, but never the folder of a release, which may have held another network.
 */
export const strengthRows = (results: MeasuredResults, network: MeasuredNetwork): Strength => {
  const { path, name, hashes } = network;
  const sides = results.duels.flatMap((duel) => [
    { duel, agent: duel.first, opponent: duel.second, isFirst: true },
    { duel, agent: duel.second, opponent: duel.first, isFirst: false },
  ]);
  const ofNetworks = sides.flatMap((side) => {
    const found = specOfNetwork(side.agent);
    return found === null ? [] : [{ ...side, ...found, hash: results.networks[side.agent] }];
  });
  const ours = ofNetworks.filter(({ model, hash }) =>
    hash === undefined ? resolve(model) === resolve(path) : hashes.includes(hash),
  );
  if (ours.length === 0) {
    const others = new Set(ofNetworks.map(({ model, hash }) => withHash(model, hash)));
    const found = others.size === 0 ? 'it has no match of a network' : `its results are of ${[...others].join(', ')}`;
    const wanted = withHash(path, others.size === 0 ? undefined : hashes[0]);
    const how = `${COMMAND} evaluate --model ${path} --sims 64 --games 100 --json > FILE`;
    throw new InvalidInput('strength', results.from, `${found}; expected results of ${wanted}; ${how} measures it`);
  }
  const rows = ours.map(({ duel, opponent, isFirst, spec }) => {
    const { games, score, scoreLow, scoreHigh } = duel.summary;
    return {
      agent: formatAgentSpec(withNetwork(spec, name)),
      opponent: withoutPath(opponent),
      sims: typeof spec.options.sims === 'number' ? spec.options.sims : null,
      ...(isFirst
        ? { score, low: scoreLow, high: scoreHigh }
        : { score: 1 - score, low: 1 - scoreHigh, high: 1 - scoreLow }),
      games,
      ...(duel.setup && { setup: duel.setup }),
    };
  });
  return { rows, isOfReleased: ours.every(({ hash }) => hash === hashes.at(-1)) };
};

const withHash = (model: string, hash: string | undefined): string =>
  hash === undefined ? model : `${model} (weights ${hash})`;

/** The spec of an agent that has a network, and the path of that network. */
const specOfNetwork = (agent: string): { readonly spec: AgentSpec; readonly model: string } | null => {
  try {
    const spec = parseAgentSpec(agent);
    const model = networkOf(spec);
    return model === undefined ? null : { spec, model };
  } catch {
    return null; // a name that is not a spec, in games from elsewhere
  }
};

/** An opponent that is a network too keeps only the last two parts of its path: `checkpoints/000000.network`. */
const withoutPath = (agent: string): string => {
  const found = specOfNetwork(agent);
  if (found === null) return agent;
  return formatAgentSpec(withNetwork(found.spec, found.model.split(/[\\/]/).slice(-2).join('/')));
};

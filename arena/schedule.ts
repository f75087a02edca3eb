/**
 * What is to be played: which agents meet, how often, from which starts. A schedule is a list of pairs of games in a
 * fixed order, each pair a pure job; a match is a schedule with one pairing.
 */
import {
  emptyPosition,
  InvalidInput,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Position,
  parseSetup,
  play,
  randomBelow,
  randomStream,
  type Setup,
  setUp,
} from '../env/index.ts';
import { nameAgent } from './named-agent.ts';
import type { JobAgent, PreparedAgent } from './prepare-agents.ts';
import { parseSprt, type SprtSettings } from './sprt.ts';

/** What is to be played: agents, pairings, starts. */
export type Schedule = {
  /** Agents as the user named them, in their shortest form. */
  readonly agents: readonly string[];
  /** Indexes into `agents`: the two that meet. */
  readonly pairings: readonly (readonly [first: number, second: number])[];
  readonly pairsPerPairing: number;
  readonly setup: Setup;
  readonly seed: number;
  /** Random actions before the agents take over, so that games from one start differ. */
  readonly openingPlies: number;
  /** Stop a match as soon as this test is decided. */
  readonly sprt: SprtSettings | null;
};

/** One pair: two games from the same start, colours swapped. */
export type PairJob = {
  readonly pairing: number;
  readonly pair: number;
  readonly agents: readonly [first: JobAgent, second: JobAgent];
  /** Hashes of the networks that the agents play with. */
  readonly networks: readonly string[];
  readonly setup: Setup;
  readonly seed: number;
  readonly openingPlies: number;
};

/** What `makeSchedule` is told besides the agents. */
export type ScheduleOptions = {
  readonly games: number;
  readonly setup: string;
  readonly seed: number;
  readonly openingPlies?: number;
  readonly sprt?: string;
};

/** With one fixed start, deterministic agents would play the same game again and again. */
const FIXED_OPENING_PLIES = 3;

/** Who meets whom: two agents, everybody everybody, the first all others, or each the next one. */
export type Format = 'match' | 'round-robin' | 'gauntlet' | 'ladder';

/** Checks everything and makes the schedule. Users' modules that agents come from are loaded by now (`loadAgentModules`). */
export const makeSchedule = (specs: readonly string[], format: Format, options: ScheduleOptions): Schedule => {
  const named = specs.map(nameAgent);
  if (named.length < 2) throw new InvalidInput('agents', specs, 'expected at least two');
  for (const [index, { name, text }] of named.entries()) {
    const twin = named.slice(0, index).find((other) => other.name === name);
    // An agent may meet itself, but two agents under one name could not be told apart.
    if (twin !== undefined && (format !== 'match' || twin.text !== text))
      throw new InvalidInput('agents', name, 'it is named twice');
  }
  const agents = named.map(({ text }) => text);
  if (options.games < 2 || options.games % 2 === 1) {
    throw new InvalidInput('games', options.games, 'games come in pairs with colours swapped: expected an even number');
  }
  const setup = parseSetup(options.setup);
  const all = agents.flatMap((_, first) =>
    agents.slice(first + 1).map((_, offset): [number, number] => [first, first + 1 + offset]),
  );
  return {
    agents,
    pairings: all.filter(([first, second]) => meetIn(format, first, second)),
    pairsPerPairing: options.games / 2,
    setup,
    seed: options.seed,
    openingPlies: options.openingPlies ?? (setup === 'fixed' ? FIXED_OPENING_PLIES : 0),
    sprt: options.sprt === undefined ? null : parseSprt(options.sprt),
  };
};

/** Whether two agents meet, by their places in the list, the first before the second. */
const meetIn = (format: Format, first: number, second: number): boolean => {
  if (format === 'gauntlet') return first === 0;
  return format === 'ladder' ? second === first + 1 : true;
};

/** Pair by pair, all pairings in turn, so that a table is meaningful early. `prepared` has an entry for each agent. */
export function* scheduleJobs(
  schedule: Schedule,
  prepared: readonly PreparedAgent[],
  isPlayed: (pairing: number, pair: number) => boolean,
): Generator<PairJob> {
  const { pairings, pairsPerPairing, setup, seed, openingPlies } = schedule;
  for (let pair = 0; pair < pairsPerPairing; pair++) {
    for (const [pairing, [first, second]] of pairings.entries()) {
      if (isPlayed(pairing, pair)) continue;
      const [one, other] = [prepared[first], prepared[second]];
      const networks = [...new Set([one.network, other.network].filter((hash) => hash !== null))];
      yield { pairing, pair, agents: [jobAgent(one), jobAgent(other)], networks, setup, seed, openingPlies };
    }
  }
}

const jobAgent = ({ name, spec }: PreparedAgent): JobAgent => ({ name, spec });

const OPENING_TRIES = 100;

/** What the start of a pair depends on. */
export type PairStart = Pick<PairJob, 'setup' | 'seed' | 'pair' | 'openingPlies'>;

/** The start of a pair: the set-up and the random actions, the same for every pairing. */
export const pairStart = ({ setup, seed, pair, openingPlies }: PairStart): Position => {
  const rng = randomStream('pair', seed, pair);
  const position = emptyPosition();
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  for (let tried = 0; tried < OPENING_TRIES; tried++) {
    setUp(position, setup, rng);
    for (let ply = 0; ply < openingPlies; ply++) {
      const count = legalActions(position, actions);
      if (count === 0) break;
      play(position, actions[randomBelow(rng, count)]);
    }
    if (outcome(position) === null) return position;
  }
  throw new InvalidInput('opening', openingPlies, 'this many random actions end every game before it begins');
};

/** A seed for one agent in one game. */
export const agentSeed = ({ seed, pair }: Pick<PairStart, 'seed' | 'pair'>, game: number, side: number): number =>
  Math.floor(randomStream('agent', seed, pair, game, side)() * 2 ** 32);

/** The second step of a turn: how often it captures, stacks or passes, and what the other two would have cost. */
import {
  type Action,
  applySymmetry,
  clonePosition,
  emptyPosition,
  legalActions,
  MAIN,
  MAX_LEGAL_ACTIONS,
  ownerOf,
  PASS,
  type Position,
  play,
  SYMMETRY_COUNT,
} from '../../env/index.ts';
import { type FindingGame, walkUndecided } from './finding-game.ts';
import type { PositionJudge } from './position-judge.ts';
import { samplePositions } from './sample-positions.ts';
import { STAGES, stageOf } from './stage.ts';
import { addTo, type Estimate, estimate, estimateShare, type Tally } from './tally.ts';

/** What a second step can be. */
export const SECOND_STEPS = ['stack', 'capture', 'pass'] as const;
/** One of `SECOND_STEPS`. */
export type SecondStep = (typeof SECOND_STEPS)[number];

/** By stage, as in `STAGES`; null where there are too few games. */
export type SecondSteps = {
  /** How often it was played, 0 to 1. */
  readonly shares: Readonly<Record<SecondStep, readonly (Estimate | null)[]>>;
  /** What the best one of this sort loses in winning chance against the best of all, where there is one. */
  readonly costs: Readonly<Record<SecondStep, readonly (Estimate | null)[]>>;
};

/** Adds up what games say; `look` at each of them, then `read`. */
export type StepMeter = { look(game: FindingGame): Promise<void>; read(): SecondSteps };

/** Counts all undecided second steps, and judges one position of each stage of each game. */
export const createStepMeter = (judge: PositionJudge, seed: number): StepMeter => {
  const [shares, costs] = [emptyTallies(), emptyTallies()];
  return {
    look: async (game) => {
      for (const { position, action } of walkUndecided(game)) {
        if (position.phase !== MAIN || position.step !== 1) continue;
        const played = sortOf(position, action);
        const stage = stageOf(position);
        for (const sort of SECOND_STEPS) addTo(shares[sort][stage], game, sort === played ? 1 : 0);
      }
      for (const { stage, position } of samplePositions(game, 1, seed)) {
        const chances = await bestChances(position, judge);
        const best = Math.max(...chances.values());
        for (const [sort, chance] of chances) addTo(costs[sort][stage], game, best - chance);
      }
    },
    read: () => ({ shares: readTallies(shares, estimateShare), costs: readTallies(costs, estimate) }),
  };
};

/**
 * The mover's chance after the best second step of each sort. The best of fifty guesses is guessed too high, and pass has only
 * one: what one look at each position chooses is therefore judged by looks at its eleven images, which chose nothing.
 */
const bestChances = async (position: Position, judge: PositionJudge): Promise<Map<SecondStep, number>> => {
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const count = legalActions(position, actions);
  const children = Array.from(actions.subarray(0, count), (action) => {
    const after = clonePosition(position);
    play(after, action);
    return { sort: sortOf(position, action), after };
  });
  const first = await chancesAfter(position, children, judge);
  const chosen = SECOND_STEPS.flatMap((sort) => {
    const own = children.map((_, index) => index).filter((index) => children[index].sort === sort);
    return own.length === 0 ? [] : [children[own.reduce((one, other) => (first[other] > first[one] ? other : one))]];
  });
  const images = chosen.flatMap(({ sort, after }) => imagesOf(after).map((image) => ({ sort, after: image })));
  const again = await chancesAfter(position, images, judge);
  return new Map(
    chosen.map(({ sort }, index) => {
      const own = again.slice(index * (SYMMETRY_COUNT - 1), (index + 1) * (SYMMETRY_COUNT - 1));
      return [sort, own.reduce((sum, chance) => sum + chance, 0) / own.length];
    }),
  );
};

type Child = { readonly sort: SecondStep; readonly after: Position };

/** For the mover of `position`, who need not be the mover afterwards. */
const chancesAfter = async (
  { mover }: Position,
  children: readonly Child[],
  judge: PositionJudge,
): Promise<Float64Array> => {
  const chances = await judge(children.map(({ after }) => after));
  return chances.map((chance, index) => (children[index].after.mover === mover ? chance : 1 - chance));
};

const imagesOf = (position: Position): Position[] =>
  Array.from({ length: SYMMETRY_COUNT - 1 }, (_, index) => applySymmetry(position, index + 1, emptyPosition()));

const sortOf = ({ cells, sight, mover }: Position, action: Action): SecondStep => {
  if (action === PASS) return 'pass';
  return ownerOf(cells[sight[action]]) === mover ? 'stack' : 'capture';
};

type StepTallies = Readonly<Record<SecondStep, readonly Tally[]>>;

const emptyTallies = (): StepTallies => {
  const empty = (): Tally[] => STAGES.map((): Tally => new Map());
  return { stack: empty(), capture: empty(), pass: empty() };
};

const readTallies = ({ stack, capture, pass }: StepTallies, read: typeof estimate): SecondSteps['shares'] => ({
  stack: stack.map(read),
  capture: capture.map(read),
  pass: pass.map(read),
});

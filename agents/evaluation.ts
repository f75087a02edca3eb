/**
 * How good a position is for the mover, without looking ahead: a weighted sum of features of both sides, squashed into
 * an expected result. The weights come from games (`npm run fit-evaluation`), not from opinion; see
 * `evaluation-weights.ts`. Hot.
 */
import { DIRECTION_COUNT, heightOf, KIND_COUNT, kindOf, opponentOf, type Player, type Position } from '../env/index.ts';
import { lowestBit, POINTS_PER_WORD } from '../env/position.ts';
import { CAPTURE_ONLY, enemySize, flipFor, reachOf, within } from '../env/stack.ts';
import { EVALUATION_WEIGHTS } from './evaluation-weights.ts';

/** What is measured of one side, in the order of the weights. */
export const SIDE_FEATURES = [
  'tzaars',
  'tzarras',
  'totts',
  'tzaar scarcity', // 1 / count: losing one of two matters more than losing one of nine
  'tzarra scarcity',
  'tott scarcity',
  'tzaar height', // pieces below the top, per stack of that kind
  'tzarra height',
  'tott height',
  'stacks of 2 and more',
  'stacks of 3 and more',
  'stacks of 4 and more',
  'kinds with a stack above all enemies', // such a stack cannot be taken
  'tallest stack',
  'captures',
  'capture scarcity', // 1 / (1 + captures): who cannot capture loses
  'tzaars attacked', // share of the stacks of that kind that the other side could take now
  'tzarras attacked',
  'totts attacked',
  'kinds attacked to the last',
  'kinds of two, both attacked',
] as const;
export const SIDE_FEATURE_COUNT: number = SIDE_FEATURES.length;

/** The mover's features, the opponent's, and a constant. */
export const FEATURE_COUNT: number = 2 * SIDE_FEATURE_COUNT + 1;

// Where a side's features stand. Those of kinds are three in a row, in the order of the kinds.
const placeOf = (feature: (typeof SIDE_FEATURES)[number]): number => SIDE_FEATURES.indexOf(feature);
const COUNTS = placeOf('tzaars');
const SCARCITY = placeOf('tzaar scarcity');
const HEIGHTS = placeOf('tzaar height');
const STACKS_OF_2 = placeOf('stacks of 2 and more');
const STACKS_OF_3 = placeOf('stacks of 3 and more');
const STACKS_OF_4 = placeOf('stacks of 4 and more');
const KINDS_ABOVE = placeOf('kinds with a stack above all enemies');
const TALLEST = placeOf('tallest stack');
const CAPTURES = placeOf('captures');
const CAPTURE_SCARCITY = placeOf('capture scarcity');
const ATTACKED = placeOf('tzaars attacked');
const LAST_ATTACKED = placeOf('kinds attacked to the last');
const TWO_ATTACKED = placeOf('kinds of two, both attacked');

const features = new Float64Array(FEATURE_COUNT);
const attackedPoints = new Uint8Array(64); // scratch: 1 for a point already counted as attacked
const attackedCounts = new Uint8Array(2 * KIND_COUNT); // scratch
const tallest = new Uint8Array(2 * KIND_COUNT); // scratch: highest stack of each kind

/** The weighted sum, in units of log-odds for the mover. */
export const evaluate = (position: Position): number => {
  measurePosition(position);
  return evaluateMeasured(position);
};

/** The same in two steps, for callers that look at what was measured in between. */
export const measurePosition = (position: Position): void => measure(position, features);
export const evaluateMeasured = ({ step }: Position): number => {
  const weights = step * FEATURE_COUNT; // one set of weights for each step of the turn
  let sum = 0;
  for (let index = 0; index < FEATURE_COUNT; index++) sum += features[index] * EVALUATION_WEIGHTS[weights + index];
  return sum;
};

/** Whether the mover can take the last stack of a kind with the next action. */
export const moverCanWinNow = (): boolean => features[SIDE_FEATURE_COUNT + LAST_ATTACKED] > 0;
/** Whether the mover has nothing to take. */
export const moverIsStuck = (): boolean => features[CAPTURES] === 0;

/** Log-odds as an expected result, −1 to 1. */
export const expectedResult = (logOdds: number): number => Math.tanh(logOdds / 2);

/** Fills `out` with the features of a position in play, [FEATURE_COUNT]. */
export const measure = (position: Position, out: Float64Array): void => {
  const { mover } = position;
  out.fill(0);
  attackedPoints.fill(0);
  attackedCounts.fill(0);
  tallest.fill(0);
  measureStacks(position, mover, out, 0);
  measureStacks(position, opponentOf(mover), out, SIDE_FEATURE_COUNT);
  measureSafety(position, mover, out, 0);
  measureSafety(position, opponentOf(mover), out, SIDE_FEATURE_COUNT);
  out[2 * SIDE_FEATURE_COUNT] = 1;
};

/** All that follows from going through one side's stacks; notes what they attack. */
const measureStacks = (position: Position, player: Player, out: Float64Array, at: number): void => {
  const { cells, sight, occupied, counts } = position;
  const flip = flipFor(player);
  let captures = 0;
  for (let word = 0; word < 2; word++) {
    for (let bits = occupied[player * 2 + word]; bits !== 0; bits &= bits - 1) {
      const from = word * POINTS_PER_WORD + lowestBit(bits);
      const cell = cells[from];
      const kind = kindOf(cell);
      const height = heightOf(cell);
      if (height > 1) {
        out[at + HEIGHTS + kind] += (height - 1) / counts[player * KIND_COUNT + kind];
        out[at + STACKS_OF_2]++;
        if (height > 2) out[at + STACKS_OF_3]++;
        if (height > 3) out[at + STACKS_OF_4]++;
      }
      if (height > tallest[player * KIND_COUNT + kind]) tallest[player * KIND_COUNT + kind] = height;
      const reach = reachOf(cell);
      const first = from * DIRECTION_COUNT;
      for (let action = first; action < first + DIRECTION_COUNT; action++) {
        const to = sight[action];
        // Off the board stands a stack that is too high for the mover and belongs to the opponent: it is never taken.
        if (within(enemySize(cells[to], flip), CAPTURE_ONLY, reach) === 0) continue;
        captures++;
        if (attackedPoints[to] === 0) {
          attackedPoints[to] = 1;
          attackedCounts[opponentOf(player) * KIND_COUNT + kindOf(cells[to])]++;
        }
      }
    }
  }
  out[at + CAPTURES] = captures;
  out[at + CAPTURE_SCARCITY] = 1 / (1 + captures);
};

/** Counts and how exposed they are, once both sides' attacks are known. */
const measureSafety = ({ counts }: Position, player: Player, out: Float64Array, at: number): void => {
  const own = player * KIND_COUNT;
  const enemy = opponentOf(player) * KIND_COUNT;
  const enemyTallest = Math.max(tallest[enemy], tallest[enemy + 1], tallest[enemy + 2]);
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    const count = counts[own + kind];
    const attacked = attackedCounts[own + kind];
    out[at + COUNTS + kind] = count;
    out[at + SCARCITY + kind] = 1 / count;
    if (tallest[own + kind] > enemyTallest) out[at + KINDS_ABOVE]++;
    out[at + ATTACKED + kind] = attacked / count;
    if (attacked === count) {
      if (count === 1) out[at + LAST_ATTACKED]++;
      if (count === 2) out[at + TWO_ATTACKED]++;
    }
  }
  out[at + TALLEST] = Math.max(tallest[own], tallest[own + 1], tallest[own + 2]);
};

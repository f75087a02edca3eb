/** Small endgames: the last positions of random games. */
import {
  EMPTY,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Position,
  play,
  randomBelow,
  randomStream,
  startPosition,
} from '../../env/index.ts';

const stacksOn = ({ cells }: Position): number => cells.subarray(0, 60).filter((cell) => cell !== EMPTY).length;

/** So many unfinished positions with at most `stacks` stacks, from seeded random games. */
export const randomEndgames = (count: number, stacks: number, seed: string): Position[] => {
  const rng = randomStream('endgames', seed);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const found: Position[] = [];
  while (found.length < count) {
    const position = startPosition('random', rng);
    while (outcome(position) === null && stacksOn(position) > stacks) {
      play(position, actions[randomBelow(rng, legalActions(position, actions))]);
    }
    if (outcome(position) === null) found.push(position);
  }
  return found;
};

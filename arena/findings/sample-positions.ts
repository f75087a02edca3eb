/** A few positions of each game: more of one game would say little more, and cost as much as other games do. */
import { clonePosition, MAIN, type Position, randomBelow, randomStream, type Step } from '../../env/index.ts';
import { type FindingGame, walkUndecided } from './finding-game.ts';
import { STAGES, stageOf } from './stage.ts';

/** A position of a game and its stage. */
export type SampledPosition = { readonly stage: number; readonly position: Position };

/** Of each stage one undecided position at this step of a turn, drawn evenly; none where the game has none. */
export const samplePositions = (game: FindingGame, step: Step, seed: number): SampledPosition[] => {
  const { setup, pair, number } = game;
  const rng = randomStream('findings', seed, setup, pair, number, step);
  const seen = STAGES.map(() => 0);
  const drawn: (Position | null)[] = STAGES.map(() => null);
  for (const { position } of walkUndecided(game)) {
    if (position.phase !== MAIN || position.step !== step) continue;
    const stage = stageOf(position);
    if (randomBelow(rng, ++seen[stage]) === 0) drawn[stage] = clonePosition(position);
  }
  return drawn.flatMap((position, stage) => (position === null ? [] : [{ stage, position }]));
};

/** What only an unshaped game of two players promises: our spaces, rewards of ±1 at the end, the board's symmetries. */
import { ACTION_COUNT } from './action.ts';
import type { Environment, ResetResult, StepResult } from './environment.ts';
import { demandOfGame, sameArray } from './environment-fault.ts';
import { applySymmetryToObservation } from './observation.ts';
import { OBSERVATION_VIEWS, observationSpaceOf } from './observation-view.ts';
import { emptyPosition } from './position.ts';
import { formatPosition } from './position-text.ts';
import { applySymmetry, SYMMETRY_COUNT, type Symmetry, symmetricAction } from './symmetry.ts';

const SHAPES = OBSERVATION_VIEWS.map((view) => observationSpaceOf(view).shape);

export const checkGameSpaces = ({ actionSpace, observationSpace: { shape } }: Environment): void => {
  demandOfGame(actionSpace.n === ACTION_COUNT, `there are ${actionSpace.n} actions instead of ${ACTION_COUNT}`);
  const shapes = SHAPES.map((each) => `[${each.join(', ')}]`).join(', ');
  demandOfGame(
    SHAPES.some((each) => sameArray(each, shape)),
    `observations have the shape [${shape.join(', ')}], which is none of ${shapes}`,
  );
};

export const checkGameRewards = ({ reward, terminated, info }: StepResult, actor: 'white' | 'black'): void => {
  const { white, black } = info.rewards;
  demandOfGame(white + black === 0, `the rewards ${white} and ${black} are not zero-sum`);
  demandOfGame(
    Math.abs(white) === (terminated ? 1 : 0),
    `a ${terminated ? 'finished' : 'running'} game has the reward ${white} for white`,
  );
  demandOfGame(Math.abs(reward) === Math.abs(info.rewards[actor]), `the reward ${reward} of step is no player's`);
  if (info.outcome === null) return;
  demandOfGame(info.rewards[info.outcome.winner] === 1, 'the winner does not have the reward 1');
};

/**
 * Begins a game in each of the 12 images of the present position. A wrapper may turn the board itself, so the image
 * need not be seen through the same symmetry; but it must be seen through one, and the 12 through 12 different ones.
 */
export const checkSymmetry = (env: Environment): void => {
  if (env.observationSpace.shape.length === 3) return; // the grid is another drawing of the points
  const position = env.position();
  const other = env.clone();
  const begin = (symmetry: Symmetry): ResetResult =>
    other.reset({ seed: 1, options: { position: formatPosition(applySymmetry(position, symmetry, emptyPosition())) } });
  const original = begin(0);
  const seen = new Set<Symmetry>();
  for (let symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
    const image = begin(symmetry);
    const fitting = symmetriesBetween(original, image);
    demandOfGame(
      fitting.length > 0,
      `mask or observation of the image under symmetry ${symmetry} is no image of the original's`,
    );
    for (const candidate of fitting) seen.add(candidate);
  }
  demandOfGame(seen.size === SYMMETRY_COUNT, 'different symmetric images of a position look the same');
};

/** The symmetries that carry both mask and observation of one beginning into the other's. */
const symmetriesBetween = (one: ResetResult, other: ResetResult): Symmetry[] =>
  Array.from({ length: SYMMETRY_COUNT }, (_, symmetry) => symmetry).filter((symmetry) => {
    const mask = one.info.actionMask;
    for (let action = 0; action < mask.length; action++) {
      if (other.info.actionMask[symmetricAction(symmetry, action)] !== mask[action]) return false;
    }
    if (one.observation.length === 0) return true;
    const image = new Float32Array(one.observation.length);
    applySymmetryToObservation(one.observation, symmetry, image);
    return sameArray(image, other.observation);
  });

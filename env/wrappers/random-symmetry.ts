/**
 * Shows every game through one of the 12 symmetries, drawn by the game's seed: observations, masks and actions are
 * turned alike, so an agent meets the same games from all sides. Pictures and texts stay as they are inside.
 */
import type { Action } from '../action.ts';
import { POINT_COUNT } from '../board.ts';
import type { Environment, Info, ResetRequest, ResetResult, StepResult } from '../environment.ts';
import { InvalidInput } from '../invalid-input.ts';
import { applySymmetryToObservation } from '../observation.ts';
import { PLANE_COUNT } from '../planes.ts';
import { randomBelow, randomStream } from '../random.ts';
import { inverseSymmetry, SYMMETRY_COUNT, type Symmetry, symmetricAction } from '../symmetry.ts';
import { EnvironmentWrapper } from './environment-wrapper.ts';

/** Shows each game through one of the 12 symmetries, drawn by the game's seed. */
export class RandomSymmetry extends EnvironmentWrapper {
  constructor(inner: Environment) {
    const { shape } = inner.observationSpace;
    if (shape.length !== 2 || shape[0] !== POINT_COUNT || shape[1] !== PLANE_COUNT) {
      throw new InvalidInput('observation', shape, `expected the points view, [${POINT_COUNT}, ${PLANE_COUNT}]`);
    }
    super(inner);
  }

  /** The symmetry of the game that is being played. */
  get symmetry(): Symmetry {
    return symmetryOf(this.inner.last().info);
  }

  override reset(request?: ResetRequest): ResetResult {
    const { observation, info } = this.inner.reset(request);
    return { observation: turnedObservation(observation, symmetryOf(info)), info: turnedInfo(info) };
  }

  override step(action: Action): StepResult {
    if (!this.actionSpace.contains(action)) return this.inner.step(action); // the wrapped one has the message
    return turned(this.inner.step(symmetricAction(inverseSymmetry(this.symmetry), action)));
  }

  override last(): StepResult {
    return turned(this.inner.last());
  }

  override observe(out: Float32Array = new Float32Array(this.observationSpace.size)): Float32Array {
    if (out.length !== this.observationSpace.size) return this.inner.observe(out);
    applySymmetryToObservation(this.inner.observe(), this.symmetry, out);
    return out;
  }

  override clone(): RandomSymmetry {
    return new RandomSymmetry(this.inner.clone());
  }
}

const symmetryOf = ({ seed, episode }: Info): Symmetry =>
  randomBelow(randomStream('symmetry', seed, episode), SYMMETRY_COUNT);

const turned = (result: StepResult): StepResult => ({
  ...result,
  observation: turnedObservation(result.observation, symmetryOf(result.info)),
  info: turnedInfo(result.info),
});

const turnedObservation = (observation: Float32Array, symmetry: Symmetry): Float32Array => {
  const out = new Float32Array(observation.length);
  applySymmetryToObservation(observation, symmetry, out);
  return out;
};

const turnedInfo = (info: Info): Info => {
  const actionMask = new Uint8Array(info.actionMask.length);
  const symmetry = symmetryOf(info);
  for (let action = 0; action < actionMask.length; action++) {
    actionMask[symmetricAction(symmetry, action)] = info.actionMask[action];
  }
  return { ...info, actionMask };
};

/** What the conformance checks of environments share: the error they throw, and how they come to it. */

/** A promise of the contract that an environment breaks. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
}

export const demand = (kept: boolean, promise: string): void => {
  if (!kept) throw new EnvironmentFault(promise);
};

/** The same for promises that a wrapper may have good reasons not to give. */
export const demandOfGame = (kept: boolean, promise: string): void =>
  demand(kept, `${promise} (asked at the level "game" alone; { level: 'contract' } leaves it out)`);

export const sameArray = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
};

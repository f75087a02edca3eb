/** How much a share of games can be off. */

/** Wilson's 95 % interval of a share, 0 to 1, since a few games prove little. */
export const wilsonInterval = (share: number, games: number): readonly [low: number, high: number] => {
  const squared = 1.96 ** 2 / games;
  const centre = (share + squared / 2) / (1 + squared);
  const half = Math.sqrt(squared * (share * (1 - share) + squared / 4)) / (1 + squared);
  return [centre - half, centre + half];
};

import { expect, test } from 'vitest';
import { completeOptions, type SearchOptions } from '../../agents/index.ts';
import type { TargetChoice } from '../../models/index.ts';
import { type NetworkPlayer, originOf, type SelfPlayJob } from '../../train/index.ts';

const jobOf = (search: SearchOptions, network = 'aa'): SelfPlayJob => {
  const player: NetworkPlayer = { type: 'network', network, search, simulations: 8, fullShare: 1, fastSimulations: 2 };
  const setups = { fixed: 0, tournament: 0 };
  const lessons = { heads: ['policy', 'value'], targets: {} };
  return { iteration: 2, job: 1, seed: 3, games: 4, setups, samplePlies: 9, player, lessons, networks: [network] };
};
const modules: [] = [];
const experimentOf = (search: SearchOptions): string => originOf({ modules }, jobOf(search)).experiment;

test('options of the search count where they differ from their defaults', () => {
  const { skipLost: _, ...older } = completeOptions({ rule: 'puct' });
  const standard = experimentOf(completeOptions({ rule: 'puct' }));
  expect(experimentOf(older as SearchOptions)).toBe(standard); // of a version that did not have it yet
  expect(experimentOf(completeOptions({ rule: 'puct', skipLost: true }))).not.toBe(standard);
  expect(experimentOf(completeOptions({ rule: 'gumbel' }))).not.toBe(standard);
});

test('so do later options of targets', () => {
  const experimentFor = (value: TargetChoice): string =>
    originOf({ modules }, { ...jobOf(completeOptions()), lessons: { heads: ['value'], targets: { value } } })
      .experiment;
  const older = experimentFor({ type: 'mixed', searchShare: 0.3 }); // of a version that did not have searchValue yet
  expect(experimentFor({ type: 'mixed', searchShare: 0.3, searchValue: 'mean' })).toBe(older);
  expect(experimentFor({ type: 'mixed', searchShare: 0.3, searchValue: 'both' })).not.toBe(older);
  expect(experimentFor({ type: 'mixed', searchShare: 0.4 })).not.toBe(older);
});

test('an origin names job and network, and the network is no part of the experiment', () => {
  const search = completeOptions();
  const origins = ['aa', 'bb'].map((network) => originOf({ modules }, jobOf(search, network)));
  expect(origins.map(({ job, network }) => [job, network])).toEqual([
    ['000002-0001', 'aa'],
    ['000002-0001', 'bb'],
  ]);
  expect(origins[0].experiment).toBe(origins[1].experiment);
});

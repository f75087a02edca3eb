/** The table of heads. Each helps the trunk to learn; only the first two are needed for play. */
import { Registry } from '../../env/index.ts';
import type { Head } from './head.ts';
import { NEXT_POLICY } from './next-policy.ts';
import { OUTCOME_TYPE } from './outcome-type.ts';
import { POINT_FATES_HEAD } from './point-fates.ts';
import { POLICY } from './policy.ts';
import { STEPS_LEFT } from './steps-left.ts';
import { VALUE } from './value.ts';

/** What every network has and every evaluator asks for. */
const PLAYING: readonly Head[] = [POLICY, VALUE];

/** The heads that configs can name. */
export const HEADS: Registry<Head> = new Registry('head', [
  ...PLAYING,
  OUTCOME_TYPE,
  STEPS_LEFT,
  POINT_FATES_HEAD,
  NEXT_POLICY,
]);

/** What a network can be asked besides policy and value, in the order of the table. */
export const auxiliaryHeads = (): readonly string[] =>
  HEADS.all.filter((head) => !PLAYING.includes(head)).map(({ name }) => name);

/** The heads of a network, in the order of its outputs. */
export const headsOf = ({ auxiliaryHeads }: { readonly auxiliaryHeads: readonly string[] }): readonly Head[] => [
  ...PLAYING,
  ...auxiliaryHeads.map((name) => HEADS.get(name)),
];

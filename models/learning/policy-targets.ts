/** Policies of the search as lessons: the one for the position itself, or the one for the opponent's answer. */
import { ACTION_COUNT } from '../../env/index.ts';
import type { Column } from '../heads/column.ts';
import { NEXT_POLICY } from '../heads/next-policy.ts';
import { POLICY, POLICY_UNIT } from '../heads/policy.ts';
import type { Target } from './target.ts';

export const SEARCH_POLICY: Target = {
  name: 'search',
  head: POLICY.name,
  meaning: 'what the search made of the policy',
  options: {},
  write: ({ plies }, ply, _options, out) => {
    const { policy, learnt } = plies[ply];
    if (learnt !== 'value') writePolicy(policy, out);
  },
};

/** A turn is two actions as a rule, so the ply after next need not be the opponent's, nor the next one the mover's. */
export const OPPONENT_POLICY: Target = {
  name: 'opponent',
  head: NEXT_POLICY.name,
  meaning: "what the search made of the policy at the opponent's next action; nothing where there is none",
  options: {},
  write: ({ plies }, ply, _options, out) => {
    const { mover } = plies[ply];
    for (let next = ply + 1; next < plies.length; next++)
      if (plies[next].mover !== mover) return writePolicy(plies[next].policy, out);
  },
};

const writePolicy = (policy: Float32Array, out: Column): void => {
  for (let action = 0; action < ACTION_COUNT; action++) out[action] = Math.round(policy[action] * POLICY_UNIT);
};

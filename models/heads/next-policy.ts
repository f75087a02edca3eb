/** What the opponent will do about it: a network that foresees the answer has understood the threat. */
import { softmaxLoss } from '../program/operations.ts';
import type { Head } from './head.ts';
import { POLICY, policyOutput, readPolicy } from './policy.ts';

export const NEXT_POLICY: Head = {
  name: 'nextPolicy',
  meaning: "the opponent's next action; which will be legal is not known yet, so none is masked",
  output: (view) => policyOutput('nextPolicy', view),
  loss: (output, target) => softmaxLoss(output, target),
  unit: 'nats',
  weight: 0.15,
  dims: POLICY.dims,
  column: { ...POLICY.column, name: 'nextPolicies' },
  read: readPolicy,
  target: 'opponent',
};

/** The trunk `stack` as it would be if a move's logit read the features of its origin alone: for the plan `moves.json`. */
import type { Parts } from '../../fleet/index.ts';
import { TRUNKS } from '../../models/index.ts';

const { moveReads: _, ...origin } = TRUNKS.get('stack');

export const parts: Parts = { trunks: [{ ...origin, name: 'stack-origin' }] };

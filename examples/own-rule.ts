/**
 * A search rule of one's own in one file: UCT, which looks at values and visits alone and takes the network's policy only to
 * decide whom it meets first. Train with it, then let it play:
 *
 *     npm run -s tzaar -- train --preset smoke --experiment examples/own-rule.ts
 *     npm run -s tzaar -- match --parts examples/own-rule.ts zero:model=models/released/small-3,sims=64,rule=uct greedy --games 20
 */
import {
  choosableOf,
  edgeVisitsAt,
  edgeWorthAt,
  fillVisitShares,
  isLostAt,
  isWonAt,
  mostVisitedEdge,
  NO_EDGE,
  ROOT,
  type SearchTree,
  searchRule,
  visitsOf,
} from '../agents/index.ts';
import { real, withDefault } from '../env/index.ts';
import type { Parts } from '../fleet/index.ts';
import type { SettingsLayer } from '../train/index.ts';

type Options = { readonly curiosity: number; readonly urgency: number };

/** The choosable edge with the highest upper bound; values are for whoever chooses at the node. */
const uctEdge = (tree: SearchTree, node: number, { curiosity, urgency }: Options): number => {
  const width = curiosity * Math.sqrt(Math.log(1 + visitsOf(tree, node)));
  let [best, highest] = [NO_EDGE, Number.NEGATIVE_INFINITY];
  for (let edge = 0; edge < choosableOf(tree, node); edge++) {
    if (isWonAt(tree, node, edge)) return edge;
    if (isLostAt(tree, node, edge)) continue;
    const visits = edgeVisitsAt(tree, node, edge);
    const bound = (visits === 0 ? urgency : edgeWorthAt(tree, node, edge)) + width / Math.sqrt(1 + visits);
    if (bound > highest) [best, highest] = [edge, bound];
  }
  return best;
};

const uct = searchRule({
  name: 'uct',
  help: 'UCT: the highest upper bound of the value, without priors',
  options: {
    curiosity: withDefault(real(0, 10, 'how much a seldom tried action is preferred'), 0.7),
    urgency: withDefault(real(-1, 1, 'what an action that was never tried is taken to be worth'), -0.2),
  },
  calm: {}, // there is no noise to leave out
  allocate: () => null,
  prepare: () => {},
  choose: (tree, _state, options) => uctEdge(tree, ROOT, options),
  follow: (tree, _state, options, node) => uctEdge(tree, node, options),
  best: (tree) => mostVisitedEdge(tree),
  policy: (tree, _state, _options, out) => fillVisitShares(tree, out),
});

export const parts: Parts = { searchRules: [uct] };

/** What `--experiment` changes beside registering the rule. */
export const settings: SettingsLayer = { selfPlay: { search: { rule: 'uct' } } };

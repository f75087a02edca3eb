/** A search tree as text, for people and golden files. */
import type { Search } from '../../agents/search/index.ts';
import { NO_CHILDREN, NO_NODE, ROOT, UNPROVEN } from '../../agents/search/tree.ts';
import { formatAction, PLAYERS, type Player, play, undo } from '../../env/index.ts';

/** Every opened edge, indented by depth: move, visits, and the value or the proof of what follows, both for white. */
export const drawTree = ({ tree, position }: Search, deepest = 4): string => {
  const lines: string[] = [];
  const judged = (node: number): string =>
    tree.proof[node] === UNPROVEN
      ? `white ${(tree.valueSum[node] / tree.visits[node]).toFixed(3)}`
      : `${PLAYERS[tree.proof[node] > 0 ? 0 : 1]} wins in ${tree.distance[node]}`;
  const draw = (node: number, depth: number): void => {
    if (depth === deepest || tree.childStart[node] === NO_CHILDREN) return;
    for (let edge = 0; edge < tree.opened[node]; edge++) {
      const slot = tree.childStart[node] + edge;
      const child = tree.child[slot];
      if (child === NO_NODE) continue;
      const action = tree.action[tree.edgeStart[node] + edge];
      const move = `${PLAYERS[tree.mover[node] as Player]} ${formatAction(position, action)}`;
      lines.push(`${'  '.repeat(depth)}${move}, ${tree.edgeVisits[slot]} visits, ${judged(child)}`);
      play(position, action);
      draw(child, depth + 1);
      undo(position);
    }
  };
  lines.push(`root, ${tree.visits[ROOT]} visits, ${judged(ROOT)}, ${tree.nodeCount} nodes`);
  draw(ROOT, 0);
  return lines.join('\n');
};

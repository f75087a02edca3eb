/** A search tree as text, for people and golden files. */
import type { Search } from '../../agents/search/index.ts';
import {
  actionAt,
  childAt,
  distanceOf,
  edgeVisitsAt,
  hasChildren,
  meanOf,
  moverOf,
  NO_NODE,
  openedOf,
  proofOf,
  ROOT,
  UNPROVEN,
  visitsOf,
} from '../../agents/search/tree.ts';
import { formatAction, PLAYERS, play, undo } from '../../env/index.ts';

/** Every opened edge, indented by depth: move, visits, and the value or the proof of what follows, both for white. */
export const drawTree = ({ tree, position }: Search, deepest = 4): string => {
  const lines: string[] = [];
  const judged = (node: number): string =>
    proofOf(tree, node) === UNPROVEN
      ? `white ${meanOf(tree, node).toFixed(3)}`
      : `${PLAYERS[proofOf(tree, node) > 0 ? 0 : 1]} wins in ${distanceOf(tree, node)}`;
  const draw = (node: number, depth: number): void => {
    if (depth === deepest || !hasChildren(tree, node)) return;
    for (let edge = 0; edge < openedOf(tree, node); edge++) {
      const child = childAt(tree, node, edge);
      if (child === NO_NODE) continue;
      const action = actionAt(tree, node, edge);
      const move = `${PLAYERS[moverOf(tree, node)]} ${formatAction(position, action)}`;
      lines.push(`${'  '.repeat(depth)}${move}, ${edgeVisitsAt(tree, node, edge)} visits, ${judged(child)}`);
      play(position, action);
      draw(child, depth + 1);
      undo(position);
    }
  };
  lines.push(`root, ${visitsOf(tree, ROOT)} visits, ${judged(ROOT)}, ${tree.nodeCount} nodes`);
  draw(ROOT, 0);
  return lines.join('\n');
};

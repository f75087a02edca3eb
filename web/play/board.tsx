/** The board as SVG. Knows positions and what to mark, nothing of games, turns or engines. */
import type { VNode } from 'preact';
import {
  EMPTY,
  heightOf,
  KINDS,
  kindOf,
  ownerOf,
  PLAYERS,
  POINT_COUNT,
  POINT_NAMES,
  type Position,
} from '../../env/index.ts';
import { spotOf } from './geometry.ts';

export type BoardProps = { readonly position: Position };

export const Board = ({ position }: BoardProps): VNode => (
  <svg viewBox="-450 -500 900 1000" role="img" aria-label="TZAAR board">
    {Array.from({ length: POINT_COUNT }, (_, point) => {
      const cell = position.cells[point];
      const { x, y } = spotOf(point);
      if (cell === EMPTY) return <circle key={point} cx={x} cy={y} r={5} />;
      const name = `${POINT_NAMES[point]}, ${PLAYERS[ownerOf(cell)]} ${KINDS[kindOf(cell)]}, height ${heightOf(cell)}`;
      return (
        <circle key={point} cx={x} cy={y} r={36} fill={PLAYERS[ownerOf(cell)]} stroke="#888">
          <title>{name}</title>
        </circle>
      );
    })}
  </svg>
);

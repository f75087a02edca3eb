/** One stack: discs on top of each other. Kinds differ by shape, not by colour: ring and dot, dot, nothing. */
import type { VNode } from 'preact';
import { type Cell, heightOf, type Kind, kindOf, ownerOf, PLAYERS, type Player } from '../../env/index.ts';
import { STACK_RADIUS } from './geometry.ts';

const LAYERS_DRAWN = 6;
const LAYER_HEIGHT = 9;

/** Drawn around (0, 0), where its lowest disc lies. */
export const Stack = ({ cell }: { readonly cell: Cell }): VNode => {
  const height = heightOf(cell);
  const layers = Math.min(height, LAYERS_DRAWN);
  const top = -(layers - 1) * LAYER_HEIGHT;
  return (
    <g class={`stack ${PLAYERS[ownerOf(cell)]}`}>
      <ellipse class="shadow" cx={3} cy={13} rx={STACK_RADIUS} ry={STACK_RADIUS - 3} />
      {Array.from({ length: layers }, (_, layer) => (
        <circle key={layer} class="side" cy={(1 - layer) * LAYER_HEIGHT} r={STACK_RADIUS} />
      ))}
      <g transform={`translate(0 ${top})`}>
        <circle class="face" r={STACK_RADIUS} />
        <KindMark kind={kindOf(cell)} />
        {height > 1 && <HeightBadge height={height} />}
      </g>
    </g>
  );
};

export const KindMark = ({ kind }: { readonly kind: Kind }): VNode => (
  <>
    <circle class="rim" r={STACK_RADIUS - 6} />
    {kind === 0 && <circle class="ring" r={22} />}
    {kind <= 1 && <circle class="dot" r={kind === 0 ? 9 : 14} />}
  </>
);

const HeightBadge = ({ height }: { readonly height: number }): VNode => (
  <g class="height" transform="translate(29 -27)">
    <circle r={19} />
    <text y={9}>{height}</text>
  </g>
);

/** A single piece as a small picture of its own, for lists. */
export const PieceIcon = ({ player, kind, size = 24 }: { player: Player; kind: Kind; size?: number }): VNode => (
  <svg class="piece-icon" viewBox="-46 -46 92 92" width={size} height={size} aria-hidden="true">
    <g class={`stack ${PLAYERS[player]}`}>
      <circle class="face" r={STACK_RADIUS} />
      <KindMark kind={kind} />
    </g>
  </svg>
);

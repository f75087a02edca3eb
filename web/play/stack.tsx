/** One stack: discs on top of each other. Kinds differ by shape, not by colour: ring and dot, dot, nothing. */
import type { VNode } from 'preact';
import { type Cell, heightOf, type Kind, kindOf, ownerOf, PLAYERS, type Player } from '../../env/index.ts';
import { STACK_RADIUS } from './geometry.ts';
import { HEIGHT_PLATE, LAYER_HEIGHT, LAYERS_DRAWN, liftOf } from './marks.ts';

/** Drawn around (0, 0), where its lowest disc lies. */
export const Stack = ({ cell }: { readonly cell: Cell }): VNode => {
  const layers = Math.min(heightOf(cell), LAYERS_DRAWN);
  return (
    <g class={`stack ${PLAYERS[ownerOf(cell)]}`}>
      <ellipse class="shadow" cx={3} cy={13} rx={STACK_RADIUS} ry={STACK_RADIUS - 3} />
      {Array.from({ length: layers }, (_, layer) => (
        <circle key={layer} class="side" cy={(1 - layer) * LAYER_HEIGHT} r={STACK_RADIUS} />
      ))}
      <g transform={`translate(0 ${-liftOf(cell)})`}>
        <circle class="face" r={STACK_RADIUS} />
        <KindMark kind={kindOf(cell)} />
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

/** A stack's height, on a plate beside its top: square and without colour, since what is round and blue is the engine's. */
export const HeightPlate = ({ cell, lift = liftOf(cell) }: { readonly cell: Cell; readonly lift?: number }): VNode => {
  const { x, y, width, height } = HEIGHT_PLATE;
  const [inX, inY] = [width - PLATE_EDGE, height - PLATE_EDGE];
  return (
    <g class="height" transform={`translate(${x} ${y - lift})`}>
      <rect x={-inX / 2} y={-inY / 2} width={inX} height={inY} rx={5} stroke-width={PLATE_EDGE} />
      <text y={heightOf(cell) > 9 ? 7 : 9} class={heightOf(cell) > 9 ? 'long' : undefined}>
        {heightOf(cell)}
      </text>
    </g>
  );
};

const PLATE_EDGE = 3;

/** A single piece as a small picture of its own, for lists. */
export const PieceIcon = ({ player, kind, size = 24 }: { player: Player; kind: Kind; size?: number }): VNode => (
  <svg class="piece-icon" viewBox="-46 -46 92 92" width={size} height={size} aria-hidden="true">
    <g class={`stack ${PLAYERS[player]}`}>
      <circle class="face" r={STACK_RADIUS} />
      <KindMark kind={kind} />
    </g>
  </svg>
);

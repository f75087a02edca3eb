/** The engine's candidates on the board: an arrow for a move, a ring for a placement, numbered as in the list. The stronger, the wider. */
import type { VNode } from 'preact';
import { type Action, isPlacement, originOf, PASS, type Point, type Position, placedPoint } from '../../env/index.ts';
import { type Spot, STACK_RADIUS, spotOf } from './geometry.ts';
import { RANK_RADIUS, rankSpots } from './marks.ts';
import type { Candidate } from './protocol.ts';

export const ARROWS_SHOWN = 4;

export type DrawnCandidate = { readonly action: Action; readonly rank: number; readonly weight: number };

/** The first few; a pass has nowhere to be drawn. */
export const drawnCandidates = (candidates: readonly Candidate[]): DrawnCandidate[] => {
  const shown = candidates.slice(0, ARROWS_SHOWN);
  const most = Math.max(...shown.map(({ share }) => share), 1e-6);
  return shown.flatMap(({ action, share }, index) =>
    action === PASS ? [] : [{ action, rank: index + 1, weight: share / most }],
  );
};

export const Arrows = ({ position, drawn }: { position: Position; drawn: readonly DrawnCandidate[] }): VNode => (
  <g class="arrows">
    {/* The best one last, so that it lies on top of the others. */}
    {drawn
      .toReversed()
      .map(({ action, weight }) =>
        isPlacement(action) ? (
          <PlacementRing key={action} at={spotOf(placedPoint(action))} weight={weight} />
        ) : (
          <Arrow key={action} from={spotOf(originOf(action))} to={spotOf(position.sight[action])} weight={weight} />
        ),
      )}
  </g>
);

export type RanksProps = {
  readonly position: Position;
  readonly drawn: readonly DrawnCandidate[];
  /** Points that carry the sign of a target, which ranks must not hide. */
  readonly signs: Iterable<Point>;
};

/** Over everything else, where they hide no height, sign or other rank. */
export const Ranks = ({ position, drawn, signs }: RanksProps): VNode => {
  const spots = rankSpots(
    position,
    drawn.map(({ action }) => action),
    signs,
  );
  return (
    <g class="ranks">
      {drawn.map(({ action, rank }, index) => (
        <g key={action} transform={`translate(${spots[index].x} ${spots[index].y})`}>
          <RankDisc rank={rank} />
        </g>
      ))}
    </g>
  );
};

export const RankDisc = ({ rank }: { readonly rank: number }): VNode => (
  <g class={rank === 1 ? 'rank best' : 'rank'}>
    <circle r={RANK_RADIUS - 1.5} />
    <text y={7.5}>{rank}</text>
  </g>
);

const Arrow = ({ from, to, weight }: { from: Spot; to: Spot; weight: number }): VNode => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [alongX, alongY] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const width = 7 + 8 * weight;
  const head = 2 * width;
  const tip = { x: to.x - alongX * STACK_RADIUS * 0.2, y: to.y - alongY * STACK_RADIUS * 0.2 };
  const neck = { x: tip.x - alongX * head, y: tip.y - alongY * head };
  const corner = (side: number): string =>
    `${neck.x - alongY * head * 0.6 * side},${neck.y + alongX * head * 0.6 * side}`;
  return (
    <g style={{ opacity: 0.5 + 0.45 * weight }}>
      <line class="arrow-line" x1={from.x} y1={from.y} x2={neck.x} y2={neck.y} stroke-width={width} />
      <polygon class="arrow-head" points={`${tip.x},${tip.y} ${corner(1)} ${corner(-1)}`} />
    </g>
  );
};

const PlacementRing = ({ at, weight }: { at: Spot; weight: number }): VNode => (
  <circle
    class="arrow-ring"
    cx={at.x}
    cy={at.y}
    r={30}
    stroke-width={5 + 6 * weight}
    style={{ opacity: 0.5 + 0.45 * weight }}
  />
);

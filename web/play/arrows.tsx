/** The engine's candidates on the board: an arrow for a move, a ring for a placement, numbered as in the list. The stronger, the wider. */
import type { VNode } from 'preact';
import { type Action, isPlacement, originOf, PASS, type Position, placedPoint } from '../../env/index.ts';
import { type Spot, STACK_RADIUS, spotOf } from './geometry.ts';
import type { Candidate } from './protocol.ts';

export const ARROWS_SHOWN = 4;

export const Arrows = ({ position, candidates }: { position: Position; candidates: readonly Candidate[] }): VNode => {
  const shown = candidates.slice(0, ARROWS_SHOWN);
  const most = Math.max(...shown.map(({ share }) => share), 1e-6);
  // The best one last, so that it lies on top of the others; a pass has nowhere to be drawn.
  const drawn = shown
    .flatMap(({ action, share }, index) => (action === PASS ? [] : [{ action, rank: index + 1, weight: share / most }]))
    .reverse();
  return (
    <g class="arrows">
      {drawn.map(({ action, weight }) =>
        isPlacement(action) ? (
          <PlacementRing key={action} at={spotOf(placedPoint(action))} weight={weight} />
        ) : (
          <Arrow key={action} from={spotOf(originOf(action))} to={spotOf(position.sight[action])} weight={weight} />
        ),
      )}
      {drawn.map(({ action, rank }) => {
        const { x, y } = labelSpot(position, action);
        return (
          <g key={action} class={rank === 1 ? 'rank best' : 'rank'} transform={`translate(${x} ${y})`}>
            <circle r={15} />
            <text y={7.5}>{rank}</text>
          </g>
        );
      })}
    </g>
  );
};

/** Not in the middle: two arrows may run along one line in opposite directions. */
const NEARER = 0.37;

const labelSpot = (position: Position, action: Action): Spot => {
  if (isPlacement(action)) return spotOf(placedPoint(action));
  const [from, to] = [spotOf(originOf(action)), spotOf(position.sight[action])];
  return { x: from.x + NEARER * (to.x - from.x), y: from.y + NEARER * (to.y - from.y) };
};

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

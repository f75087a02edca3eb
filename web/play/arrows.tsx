/** The engine's candidates on the board: an arrow for a move, a ring for a placement. The stronger, the wider. */
import type { VNode } from 'preact';
import { isPlacement, KINDS, originOf, PASS, type Position, placedKind, placedPoint } from '../../env/index.ts';
import { type Spot, STACK_RADIUS, spotOf } from './geometry.ts';
import type { Candidate } from './protocol.ts';

export const ARROWS_SHOWN = 4;

export const Arrows = ({ position, candidates }: { position: Position; candidates: readonly Candidate[] }): VNode => {
  const shown = candidates.slice(0, ARROWS_SHOWN).filter(({ action }) => action !== PASS);
  const most = Math.max(...shown.map(({ share }) => share), 1e-6);
  return (
    <g class="arrows">
      {shown.toReversed().map((candidate, index) => {
        const weight = candidate.share / most;
        const best = index === shown.length - 1;
        const { action } = candidate;
        if (isPlacement(action)) return <PlacementRing key={action} action={action} weight={weight} best={best} />;
        const [from, to] = [spotOf(originOf(action)), spotOf(position.sight[action])];
        return <Arrow key={action} from={from} to={to} weight={weight} best={best} label={chanceText(candidate)} />;
      })}
    </g>
  );
};

/** The mover's winning chance after a candidate, or that it is certain. */
export const chanceText = ({ value, proven }: Pick<Candidate, 'value' | 'proven'>): string =>
  proven === undefined ? `${Math.round(50 * (1 + value))}%` : proven === 'win' ? 'wins' : 'loses';

type ArrowProps = { from: Spot; to: Spot; weight: number; best: boolean; label: string };

const Arrow = ({ from, to, weight, best, label }: ArrowProps): VNode => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [alongX, alongY] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const width = 7 + 9 * weight;
  const head = 1.9 * width;
  const tip = { x: to.x - alongX * STACK_RADIUS * 0.35, y: to.y - alongY * STACK_RADIUS * 0.35 };
  const neck = { x: tip.x - alongX * head, y: tip.y - alongY * head };
  const start = { x: from.x + alongX * STACK_RADIUS * 0.6, y: from.y + alongY * STACK_RADIUS * 0.6 };
  const corner = (side: number): string =>
    `${neck.x - alongY * head * 0.62 * side},${neck.y + alongX * head * 0.62 * side}`;
  return (
    <g class={best ? 'arrow best' : 'arrow'} style={{ opacity: 0.45 + 0.5 * weight }}>
      <line class="arrow-line" x1={start.x} y1={start.y} x2={neck.x} y2={neck.y} stroke-width={width} />
      <polygon class="arrow-head" points={`${tip.x},${tip.y} ${corner(1)} ${corner(-1)}`} />
      <text class="arrow-label" x={(start.x + neck.x) / 2} y={(start.y + neck.y) / 2 + 8}>
        {label}
      </text>
    </g>
  );
};

const PlacementRing = ({ action, weight, best }: { action: number; weight: number; best: boolean }): VNode => {
  const { x, y } = spotOf(placedPoint(action));
  return (
    <g class={best ? 'arrow best' : 'arrow'} style={{ opacity: 0.45 + 0.5 * weight }}>
      <circle class="arrow-ring" cx={x} cy={y} r={30} stroke-width={5 + 6 * weight} />
      <text class="arrow-label" x={x} y={y + 8}>
        {KINDS[placedKind(action)]}
      </text>
    </g>
  );
};

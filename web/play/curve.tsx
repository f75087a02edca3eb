/** White's winning chance over the whole game; pressing it shows that moment. */
import type { VNode } from 'preact';
import type { MarkName } from '../../agents/annotation/marks.ts';

export type CurveProps = {
  /** White's chance, 0 to 1, after each number of actions; undefined where the engine has not looked yet. */
  readonly chances: readonly (number | undefined)[];
  readonly shown: number;
  /** Actions that lost much, by the ply after them. */
  readonly marks?: readonly { readonly ply: number; readonly mark: MarkName }[];
  readonly onShow: (ply: number) => void;
};

const [WIDTH, HEIGHT] = [600, 120];

export const Curve = ({ chances, shown, marks = [], onShow }: CurveProps): VNode => {
  const last = Math.max(1, chances.length - 1);
  const x = (ply: number): number => (WIDTH * ply) / last;
  const y = (chance: number): number => HEIGHT * (1 - chance);
  const judged = chances.flatMap((chance, ply) => (chance === undefined ? [] : [{ ply, chance }]));
  const known = judged.length === 1 ? [0, last].map((ply) => ({ ply, chance: judged[0].chance })) : judged;
  const path = known.map(({ ply, chance }, index) => `${index === 0 ? 'M' : 'L'}${x(ply)},${y(chance)}`).join('');
  const [from, to] = known.length === 0 ? [0, 0] : [x(known[0].ply), x(known.at(-1)!.ply)];
  const area = known.length === 0 ? '' : `${path}L${to},${HEIGHT}L${from},${HEIGHT}Z`;
  const now = chances[shown];
  return (
    <figure class="curve">
      <figcaption>
        <span>White’s winning chance</span>
        <span class="chance">{now === undefined ? '…' : `${Math.round(100 * now)}%`}</span>
      </figcaption>
      <div class="plot">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="not-judged" width={WIDTH} height={HEIGHT} />
          <rect class="black-side" x={from} width={to - from} height={HEIGHT} />
          <path class="white-side" d={area} />
          <line class="even" x1={0} y1={HEIGHT / 2} x2={WIDTH} y2={HEIGHT / 2} />
          <path class="value" d={path} />
          <line class="now" x1={x(shown)} y1={0} x2={x(shown)} y2={HEIGHT} />
        </svg>
        {marks.map(({ ply, mark }) => (
          <span
            key={ply}
            class={`spot ${mark}`}
            style={{ left: `${(100 * x(ply)) / WIDTH}%`, top: `${(100 * y(chances[ply] ?? 0.5)) / HEIGHT}%` }}
          />
        ))}
        {now !== undefined && (
          <span class="knob" style={{ left: `${(100 * x(shown)) / WIDTH}%`, top: `${(100 * y(now)) / HEIGHT}%` }} />
        )}
        <input
          type="range"
          min={0}
          max={chances.length - 1}
          value={shown}
          aria-label="Moment of the game"
          aria-valuetext={`after ${shown} actions, white ${now === undefined ? 'not judged yet' : `${Math.round(100 * now)} percent`}`}
          onInput={(event) => onShow(Number(event.currentTarget.value))}
        />
      </div>
    </figure>
  );
};

/**
 * The board: a picture in SVG, and over it one real button for each point, so that mouse, touch, keyboard and screen
 * reader all press the same thing. Knows positions and what to mark, nothing of games or engines.
 */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { EMPTY, heightOf, NEIGHBOURS, OFF_BOARD, POINT_COUNT, type Point, type Position } from '../../env/index.ts';
import { Arrows, drawnCandidates, Ranks } from './arrows.tsx';
import {
  ARROW_KEYS,
  BOARD_OUTLINE,
  COLUMN_LABELS,
  percentOf,
  pointBeside,
  STACK_RADIUS,
  spotOf,
  VIEW,
} from './geometry.ts';
import { TARGET_SIGN } from './marks.ts';
import type { Candidate } from './protocol.ts';
import { HeightPlate, Stack } from './stack.tsx';

export type Target = 'capture' | 'stack' | 'fatal' | 'place';

export type BoardProps = {
  readonly position: Position;
  /** Changes with every action, so that a stack that arrives is drawn as arriving. */
  readonly ply: number;
  readonly selected: Point | null;
  /** Stacks that can move now. */
  readonly movable: ReadonlySet<Point>;
  readonly targets: ReadonlyMap<Point, Target>;
  /** Where the last action led; `from` is missing for a placement. */
  readonly last: { readonly from: Point | null; readonly to: Point } | null;
  readonly candidates: readonly Candidate[];
  readonly nameOf: (point: Point) => string;
  readonly onPress: (point: Point) => void;
};

const POINTS: readonly Point[] = Array.from({ length: POINT_COUNT }, (_, point) => point);
/** From the far side to the near one: a high stack hides what lies behind it. */
const BY_DEPTH: readonly Point[] = POINTS.toSorted((a, b) => spotOf(a).y - spotOf(b).y);

export const Board = (props: BoardProps): VNode => {
  const { position, targets } = props;
  const drawn = drawnCandidates(props.candidates);
  const signs = [...targets].flatMap(([point, target]) => (target === 'place' ? [] : [point]));
  const standing = BY_DEPTH.filter((point) => position.cells[point] !== EMPTY);
  return (
    <div class="board" style={{ aspectRatio: `${VIEW[2]} / ${VIEW[3]}` }}>
      <svg viewBox={VIEW.join(' ')} aria-hidden="true">
        <Ground />
        {props.last !== null && <LastMove {...props.last} />}
        {POINTS.filter((point) => props.movable.has(point)).map((point) => (
          <circle key={point} class="movable" {...centre(point)} r={STACK_RADIUS + 6} />
        ))}
        {standing.map((point) => (
          <StackAt key={`${point}`} point={point} {...props} />
        ))}
        {[...targets].map(([point, target]) => (
          <TargetMark key={point} point={point} target={target} />
        ))}
        <Arrows position={position} drawn={drawn} />
        {standing.map(
          (point) => heightOf(position.cells[point]) > 1 && <HeightAt key={point} point={point} {...props} />,
        )}
        <Ranks position={position} drawn={drawn} signs={signs} />
      </svg>
      <Points {...props} />
    </div>
  );
};

const centre = (point: Point): { readonly cx: number; readonly cy: number } => {
  const { x, y } = spotOf(point);
  return { cx: x, cy: y };
};

const Ground = (): VNode => (
  <>
    <polygon class="wood" points={BOARD_OUTLINE} />
    <g class="lines">
      {POINTS.flatMap((point) =>
        [0, 1, 2]
          .map((direction) => NEIGHBOURS[point * 6 + direction])
          .filter((neighbour) => neighbour !== OFF_BOARD)
          .map((neighbour) => {
            const [a, b] = [spotOf(point), spotOf(neighbour)];
            return <line key={`${point} ${neighbour}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
          }),
      )}
    </g>
    <g class="labels">
      {COLUMN_LABELS.map(({ x, y, text }) => (
        <text key={text} x={x} y={y}>
          {text}
        </text>
      ))}
    </g>
  </>
);

const LastMove = ({ from, to }: { from: Point | null; to: Point }): VNode => {
  const [b, a] = [spotOf(to), spotOf(from ?? to)];
  return (
    <g class="last">
      <line x1={a.x} y1={a.y} x2={b.x} y2={b.y} />
      {from !== null && <circle {...centre(from)} r={14} />}
      <circle {...centre(to)} r={STACK_RADIUS + 8} />
    </g>
  );
};

const StackAt = (props: BoardProps & { point: Point }): VNode => {
  const { point, position, selected } = props;
  const { x, y } = spotOf(point);
  return (
    <g transform={`translate(${x} ${y})`} class={selected === point ? 'lifted' : undefined}>
      {selected === point && <circle class="selected" r={STACK_RADIUS + 7} />}
      <Arriving {...props}>
        <Stack cell={position.cells[point]} />
      </Arriving>
    </g>
  );
};

/** In a layer of its own, over the arrows: they start and end at stacks. */
const HeightAt = (props: BoardProps & { point: Point }): VNode => {
  const { x, y } = spotOf(props.point);
  return (
    <g transform={`translate(${x} ${y})`}>
      <Arriving {...props}>
        <HeightPlate cell={props.position.cells[props.point]} />
      </Arriving>
    </g>
  );
};

/** Comes from where the last action began, if this is where it led. */
const Arriving = ({ point, ply, last, children }: BoardProps & { point: Point; children: VNode }): VNode => {
  const { x, y } = spotOf(point);
  const arrives = last !== null && last.to === point;
  const from = arrives && last.from !== null ? spotOf(last.from) : { x, y };
  return (
    <g
      key={arrives ? `arrived ${ply}` : 'resting'}
      class={arrives ? 'arriving' : undefined}
      style={arrives ? { '--from-x': `${from.x - x}px`, '--from-y': `${from.y - y}px` } : undefined}
    >
      {children}
    </g>
  );
};

const SIGNS: Readonly<Record<Exclude<Target, 'place'>, string>> = { capture: '×', stack: '+', fatal: '!' };

const TargetMark = ({ point, target }: { point: Point; target: Target }): VNode => {
  const { x, y } = spotOf(point);
  if (target === 'place') return <circle class="free" cx={x} cy={y} r={12} />;
  return (
    <g class={`target ${target}`} transform={`translate(${x} ${y})`}>
      <circle class="target-ring" r={STACK_RADIUS + 6} />
      <SignDisc target={target} />
    </g>
  );
};

export const SignDisc = ({ target }: { readonly target: Exclude<Target, 'place'> }): VNode => (
  <g class="sign" transform={`translate(${TARGET_SIGN.x} ${TARGET_SIGN.y})`}>
    <circle class="sign-disc" r={TARGET_SIGN.radius - 1.5} />
    <text y={9}>{SIGNS[target]}</text>
  </g>
);

/** One stop for the tab key; from there the arrow keys lead from point to point. */
const Points = ({ position, selected, movable, targets, nameOf, onPress }: BoardProps): VNode => {
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const [stop, setStop] = useState<Point>(27);
  const focus = (point: Point): void => {
    setStop(point);
    buttons.current[point]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = ARROW_KEYS.find((each) => each === event.key);
    if (key !== undefined) focus(pointBeside(stop, key));
    else if (event.key === 'n' || event.key === 'N')
      focus(nextChoice(stop, event.key === 'n' ? 1 : -1, targets, movable));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <fieldset class="points" aria-label="Board" aria-describedby="board-keys" onKeyDown={onKeyDown}>
      {POINTS.map((point) => {
        const { x, y } = percentOf(spotOf(point));
        return (
          <button
            key={point}
            type="button"
            class={movable.has(point) || targets.has(point) ? 'point choice' : 'point'}
            ref={(element) => {
              buttons.current[point] = element;
            }}
            style={{ left: `${x}%`, top: `${y}%` }}
            tabIndex={point === stop ? 0 : -1}
            aria-label={nameOf(point)}
            aria-pressed={position.cells[point] === EMPTY ? undefined : selected === point}
            onFocus={() => setStop(point)}
            onClick={() => onPress(point)}
          />
        );
      })}
    </fieldset>
  );
};

/** The next point where pressing does something: a target if a stack is selected, else a stack that can move. */
const nextChoice = (
  stop: Point,
  by: 1 | -1,
  targets: ReadonlyMap<Point, Target>,
  movable: ReadonlySet<Point>,
): Point => {
  const choices = (targets.size > 0 ? [...targets.keys()] : [...movable]).sort((a, b) => a - b);
  if (choices.length === 0) return stop;
  const ahead = by === 1 ? choices.find((point) => point > stop) : choices.findLast((point) => point < stop);
  return ahead ?? (by === 1 ? choices[0] : choices.at(-1)!);
};

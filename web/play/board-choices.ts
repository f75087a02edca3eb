/** What the board offers the person at it: stacks to pick up, where they may go, and what each point is called. */
import {
  EMPTY,
  isLegal,
  KINDS,
  PASS,
  PLACEMENT,
  POINT_COUNT,
  type Point,
  type Position,
  placementAction,
} from '../../env/index.ts';
import type { Target } from './board.tsx';
import { allMoves, namePoint, type StackMove } from './options.ts';
import type { Session } from './session.ts';

export type BoardChoices = {
  readonly selected: Point | null;
  readonly movable: ReadonlySet<Point>;
  readonly targets: ReadonlyMap<Point, Target>;
  readonly canPass: boolean;
  readonly nameOf: (point: Point) => string;
};

export const boardChoices = (session: Session, position: Position, personActs: boolean): BoardChoices => {
  const { selected, placing } = session;
  const moves = personActs ? allMoves(position) : [];
  const fromSelected = new Map(moves.filter(({ from }) => from === selected).map((move) => [move.to, move]));
  const isPlacing = personActs && position.phase === PLACEMENT;
  const targets = isPlacing
    ? placeable(position, placing)
    : new Map([...fromSelected].map(([to, move]) => [to, targetOf(move)] as const));
  const movable = new Set(selected === null ? moves.map(({ from }) => from) : []);
  const nameOf = (point: Point): string => {
    const move = fromSelected.get(point);
    const name = namePoint(position, point);
    if (move !== undefined) return `${sayTarget(move)} ${name}`;
    return targets.get(point) === 'place' ? `place a ${KINDS[placing]} on ${name}` : name;
  };
  return { selected, movable, targets, canPass: personActs && isLegal(position, PASS), nameOf };
};

const targetOf = ({ does, buries }: StackMove): Target => (buries === null ? does : 'fatal');

const sayTarget = ({ does, buries }: StackMove): string => {
  if (does === 'capture') return 'capture';
  return buries === null ? 'stack on' : `loses by burying the last ${KINDS[buries]}: stack on`;
};

const placeable = (position: Position, placing: number): ReadonlyMap<Point, Target> =>
  new Map(
    Array.from({ length: POINT_COUNT }, (_, point) => point)
      .filter((point) => position.cells[point] === EMPTY && isLegal(position, placementAction(point, placing)))
      .map((point) => [point, 'place'] as const),
  );

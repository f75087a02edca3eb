/**
 * Judges every action of a game: what the player could expect before and after it, and what it lost against the best one.
 * A pure function of the game and of the judgements that are there so far, which says which one it wants next: a command
 * can ask for them in a loop, and a page can let a worker answer and show what is known in the meantime.
 *
 * Like is held against like: the position after the action that was played against the position after the best one. A
 * judgement made one action earlier sees less far, and the difference would pass for a loss.
 */
import {
  type Action,
  clonePosition,
  formatAction,
  formatLine,
  formatPosition,
  outcome,
  PLAYERS,
  type Player,
  type PlayerName,
  type Position,
  play,
  undo,
  WHITE,
} from '../../env/index.ts';
import type { ProvenResult } from '../search/result.ts';
import type { Judgement } from './judgement.ts';
import { type MarkName, markOf } from './marks.ts';

/** Judgements by position text; null for a position on which the judge has no opinion. */
export type Judgements = ReadonlyMap<string, Judgement | null>;

/** What a player may expect: the chance to win, 0 to 1, and whether that is certain. */
export type Prospect = { readonly chance: number; readonly proven: ProvenResult | null };

/** What is said of an action; all prospects are those of the player whose action it is. */
export type Verdict = {
  readonly before: Prospect;
  readonly after: Prospect;
  /** Winning chance that was lost against the best action, 0 to 1. */
  readonly loss: number;
  readonly mark: MarkName | null;
  readonly best: {
    readonly action: Action;
    readonly move: string;
    /** After the best action. */
    readonly prospect: Prospect;
    /** What the judge expects then, the best action first, with a bar between turns. */
    readonly line: string;
  };
};

/** An action of an annotated game. */
export type AnnotatedAction = {
  /** Counts the actions up to and with this one. */
  readonly ply: number;
  readonly player: PlayerName;
  readonly action: Action;
  readonly move: string;
  /** Null where it has not been judged yet, or the judge has no opinion. */
  readonly verdict: Verdict | null;
};

/** A game with a verdict on each action, as far as it is judged. */
export type Annotation = {
  readonly actions: readonly AnnotatedAction[];
  /** White's winning chance after 0, 1, … actions; null where it is not known. */
  readonly whiteChances: readonly (number | null)[];
  /** How many actions nothing more is to be found out about. */
  readonly settled: number;
  /** Text of the position to be judged next; null when all is known. */
  readonly wanted: string | null;
};

/** Annotates the game that begins with `start`, as far as the judgements go. */
export const annotate = (start: Position, actions: readonly Action[], judgements: Judgements): Annotation => {
  const position = clonePosition(start);
  const annotated: AnnotatedAction[] = [];
  const whiteChances = [chanceOf(prospectOf(position, WHITE, judgements))];
  let [wanted, settled] = [null as string | null, 0];
  for (const [index, action] of actions.entries()) {
    const player = PLAYERS[position.mover];
    const opinion = judgeAction(position, action, judgements);
    if (opinion.wanted === null) settled++;
    wanted ??= opinion.wanted;
    annotated.push({
      ply: index + 1,
      player,
      action,
      move: formatAction(position, action),
      verdict: opinion.verdict,
    });
    play(position, action);
    whiteChances.push(chanceOf(prospectOf(position, WHITE, judgements)));
  }
  return { actions: annotated, whiteChances, settled, wanted };
};

type Opinion = { readonly verdict: Verdict | null; readonly wanted: string | null };

const NO_OPINION: Opinion = { verdict: null, wanted: null };

/** Leaves `position` as it was. */
const judgeAction = (position: Position, action: Action, judgements: Judgements): Opinion => {
  const { mover } = position;
  const text = formatPosition(position);
  const judgement = judgements.get(text);
  if (judgement === undefined) return { verdict: null, wanted: text };
  if (judgement === null) return NO_OPINION;
  const before = prospectFrom(judgement);
  const isBest = judgement.action === action;
  const after = lookAfter(position, action, mover, judgements);
  // What is proven before holds after the best action too, and need not be looked at again.
  const best = isBest
    ? after
    : before.proven !== null
      ? before
      : lookAfter(position, judgement.action, mover, judgements);
  if (typeof best === 'string') return { verdict: null, wanted: best };
  if (typeof after === 'string') return { verdict: null, wanted: after };
  if (best === null || after === null) return NO_OPINION;
  const loss = isBest || before.proven === 'loss' ? 0 : Math.max(0, best.chance - after.chance);
  const line = formatLine(position, judgement.line);
  const move = formatAction(position, judgement.action);
  return {
    verdict: {
      before,
      after,
      loss,
      mark: markOf(loss)?.name ?? null,
      best: { action: judgement.action, move, prospect: best, line },
    },
    wanted: null,
  };
};

/** The prospect after an action, null without an opinion, or the text of the position that is to be judged first. */
const lookAfter = (
  position: Position,
  action: Action,
  player: Player,
  judgements: Judgements,
): Prospect | string | null => {
  play(position, action);
  const prospect = prospectOf(position, player, judgements);
  const text = prospect === undefined ? formatPosition(position) : '';
  undo(position);
  return prospect === undefined ? text : prospect;
};

/** A player's prospect in any position, finished ones included; undefined where it is not judged yet. */
const prospectOf = (position: Position, player: Player, judgements: Judgements): Prospect | null | undefined => {
  const over = outcome(position);
  if (over !== null) return certain(over.winner === player ? 'win' : 'loss');
  const judgement = judgements.get(formatPosition(position));
  if (judgement === undefined || judgement === null) return judgement;
  const prospect = prospectFrom(judgement);
  return position.mover === player ? prospect : turned(prospect);
};

const certain = (proven: ProvenResult): Prospect => ({ chance: proven === 'win' ? 1 : 0, proven });

/** For the mover. */
const prospectFrom = ({ value, proven }: Judgement): Prospect =>
  proven === undefined ? { chance: (1 + value) / 2, proven: null } : certain(proven);

const turned = ({ chance, proven }: Prospect): Prospect =>
  proven === null ? { chance: 1 - chance, proven } : certain(proven === 'win' ? 'loss' : 'win');

const chanceOf = (prospect: Prospect | null | undefined): number | null => prospect?.chance ?? null;

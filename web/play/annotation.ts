/** A game that is annotated on the page: which one, how far the engine is, and what its insights say of each action. */
import { type Annotation, annotate, type Judgements } from '../../agents/annotation/annotate.ts';
import type { Judgement } from '../../agents/annotation/judgement.ts';
import { parsePosition } from '../../env/index.ts';
import type { Game } from './game.ts';
import type { Insight } from './protocol.ts';
import { actorOf, type Session } from './session.ts';

/** What a verdict costs, by judge: simulations of the network, or milliseconds of alpha-beta. */
export const VERDICT_EFFORT: Readonly<Record<Insight['by'], number>> = { network: 256, alphabeta: 300 };

/** Whether it is a game to look back at: one that is over, was loaded, or that nobody plays against the engine. */
export const canAnnotate = (session: Session): boolean =>
  session.game.actions.length > 0 && (session.side === 'both' || actorOf(session) === 'nobody');

/** Whether the game on the board is being annotated now. */
export const isAnnotating = (session: Session): boolean =>
  session.annotated?.game === session.game && session.annotated.isRunning && annotationOf(session)?.wanted !== null;

type Known = { readonly game: Game; readonly annotation: Annotation };

const known = new WeakMap<Session['insights'], Known>(); // pages ask at every render

/** What is said of the game on the board so far; null if nobody has asked for it. */
export const annotationOf = ({ game, annotated, insights }: Session): Annotation | null => {
  if (annotated?.game !== game) return null;
  const before = known.get(insights);
  if (before?.game === game) return before.annotation;
  const annotation = annotate(parsePosition(game.start), game.actions, judgementsFrom(insights));
  known.set(insights, { game, annotation });
  return annotation;
};

/** The insights that are deep enough for a verdict. */
const judgementsFrom = (insights: Session['insights']): Judgements =>
  new Map([...insights].flatMap(([text, insight]) => (isDeep(insight) ? [[text, judgementOf(text, insight)]] : [])));

const isDeep = ({ proven, by, effort }: Insight): boolean => proven !== undefined || effort >= VERDICT_EFFORT[by];

/** Alpha-beta places pieces by lot, which is no opinion. */
const judgementOf = (text: string, { value, proven, by, candidates }: Insight): Judgement | null => {
  if (candidates.length === 0 || (by === 'alphabeta' && text.endsWith(PLACEMENT_END))) return null;
  const [{ action, line }] = candidates;
  return { action, value, line, ...(proven === undefined ? {} : { proven }) };
};

const PLACEMENT_END = ' p';

/** What the engine should think about next: a function of the session, so that nothing has to be remembered or undone. */
import { annotationOf, isAnnotating, VERDICT_EFFORT } from './annotation.ts';
import { momentsOf } from './game.ts';
import { levelInPlay, levelNamed, needsNetwork, type Pondering, type Thinking } from './levels.ts';
import type { Insight } from './protocol.ts';
import { actorOf, isBrowsing, type Session } from './session.ts';

export type Job = {
  /**
   * `move`: the opponent's turn. `analysis`: candidates for the position on view. `annotation`: a position of the game that is
   * annotated, or one action beside it. `curve`: any position not looked at yet. `ponder`: the person's turn, for the move after it.
   */
  readonly purpose: 'move' | 'analysis' | 'annotation' | 'curve' | 'ponder';
  readonly position: string;
  /** Actions played before the position, where it is one of the game. */
  readonly ply?: number;
  readonly thinking: Thinking | Pondering;
};

/** Who can judge positions: the network once it is there, alpha-beta where there is none, null while it loads. */
export type Analyst = Insight['by'] | null;

/** [simulations, milliseconds of alpha-beta] for a first look, a point of the curve, a verdict, and the most that analysis spends. */
const EFFORTS = {
  glance: [200, 300],
  point: [32, 60],
  verdict: [VERDICT_EFFORT.network, VERDICT_EFFORT.alphabeta],
  full: [4000, 2000],
} as const;
type Effort = keyof typeof EFFORTS;

/**
 * The opponent's move first; then what is on view, at a glance; then verdicts, if asked for; then the whole curve; then what is
 * on view, in depth; and when all that a person sees is done, the move to come.
 */
export const wantedJob = (
  session: Session,
  analyst: Analyst,
  analysing: boolean,
  pondering: boolean = false,
): Job | null => {
  const move = moveJob(session, analyst);
  if (move !== null || analyst === null) return move;
  const analysis = (effort: Effort): Job | null => (analysing ? analysisJob(session, analyst, effort) : null);
  return (
    analysis('glance') ??
    annotationJob(session, analyst) ??
    curveJob(session, analyst) ??
    analysis('full') ??
    (pondering ? ponderJob(session, analyst) : null)
  );
};

const thinkingOf = (analyst: Insight['by'], effort: Effort): Thinking =>
  analyst === 'network'
    ? { type: 'network', simulations: EFFORTS[effort][0], steady: true }
    : { type: 'alphabeta', depth: 100, timeMs: EFFORTS[effort][1] };

const moveJob = (session: Session, analyst: Analyst): Job | null => {
  if (isBrowsing(session) || actorOf(session) !== 'engine') return null;
  const level = levelInPlay(session.level, analyst !== 'alphabeta');
  if (needsNetwork(level) && analyst !== 'network') return null;
  const ply = session.game.actions.length;
  return { purpose: 'move', position: momentsOf(session.game)[ply].text, ply, thinking: level.thinking };
};

const analysisJob = (session: Session, analyst: Insight['by'], effort: Effort): Job | null => {
  const { text, winner } = momentsOf(session.game)[session.shown];
  if (winner !== null) return null;
  const thinking = thinkingOf(analyst, effort);
  const known = session.insights.get(text);
  if (known !== undefined && isEnough(known, thinking)) return null;
  return { purpose: 'analysis', position: text, ply: session.shown, thinking };
};

/** Verdicts are made of single judgements: the game that is annotated says which it wants next. */
const annotationJob = (session: Session, analyst: Insight['by']): Job | null => {
  const position = isAnnotating(session) ? annotationOf(session)?.wanted : undefined;
  return position === undefined || position === null
    ? null
    : { purpose: 'annotation', position, thinking: thinkingOf(analyst, 'verdict') };
};

const isEnough = ({ proven, by, effort }: Insight, thinking: Thinking): boolean => {
  if (proven !== undefined) return true;
  switch (thinking.type) {
    case 'policy':
      return true;
    case 'network':
      return by === 'network' && effort >= thinking.simulations;
    case 'alphabeta':
      return by === 'network' || effort >= thinking.timeMs;
  }
};

/** A position of the game that was not judged yet, the nearest to the one on view first. */
const curveJob = ({ game, shown, insights }: Session, analyst: Insight['by']): Job | null => {
  const moments = momentsOf(game);
  const distance = (ply: number): number => Math.abs(ply - shown);
  const [ply] = moments
    .flatMap(({ text, winner }, each) => (winner !== null || insights.has(text) ? [] : [each]))
    .sort((a, b) => distance(a) - distance(b) || a - b);
  if (ply === undefined) return null;
  const thinking = thinkingOf(analyst, 'point');
  return { purpose: 'curve', position: moments[ply].text, ply, thinking };
};

/** Where an opponent that searches waits for a person; it has nothing to wait for in a game that is over or looked back at. */
const ponderJob = (session: Session, analyst: Insight['by']): Job | null => {
  if (analyst !== 'network' || session.side === 'both' || isBrowsing(session) || actorOf(session) !== 'person')
    return null;
  const { thinking } = levelNamed(session.level);
  if (thinking.type !== 'network') return null;
  const ply = session.game.actions.length;
  const { text } = momentsOf(session.game)[ply];
  return { purpose: 'ponder', position: text, ply, thinking: { type: 'ponder', simulations: thinking.simulations } };
};

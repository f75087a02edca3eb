/** What the engine should think about next: a function of the session, so that nothing has to be remembered or undone. */
import { formatPosition, outcome } from '../../env/index.ts';
import { positionAt } from './game.ts';
import { levelNamed, needsNetwork, type Thinking } from './levels.ts';
import type { Insight } from './protocol.ts';
import { actorOf, isBrowsing, type Session, shownPosition } from './session.ts';

export type Job = {
  /** `move`: the opponent's turn. `analysis`: candidates for the position on view. `curve`: any position not looked at yet. */
  readonly purpose: 'move' | 'analysis' | 'curve';
  readonly position: string;
  /** Actions played before the position. */
  readonly ply: number;
  readonly thinking: Thinking;
};

/** Who can judge positions: the network once it is there, alpha-beta where there is none, nobody while it loads. */
export type Analyst = Insight['by'] | null;

export const ANALYSIS_SIMULATIONS = 4000;
const CURVE_SIMULATIONS = 32;

export const wantedJob = (session: Session, analyst: Analyst, analysing: boolean): Job | null =>
  moveJob(session, analyst) ??
  (analyst === null
    ? null
    : analysing
      ? (analysisJob(session, analyst) ?? curveJob(session, analyst))
      : curveJob(session, analyst));

const moveJob = (session: Session, analyst: Analyst): Job | null => {
  if (isBrowsing(session) || actorOf(session) !== 'engine') return null;
  const level = levelNamed(session.level);
  if (needsNetwork(level) && analyst !== 'network') return null;
  const position = formatPosition(positionAt(session.game));
  return { purpose: 'move', position, ply: session.game.actions.length, thinking: level.thinking };
};

const analysisJob = (session: Session, analyst: Insight['by']): Job | null => {
  const position = shownPosition(session);
  if (outcome(position) !== null) return null;
  const text = formatPosition(position);
  const thinking: Thinking =
    analyst === 'network'
      ? { type: 'network', simulations: ANALYSIS_SIMULATIONS, steady: true }
      : { type: 'alphabeta', depth: 100, timeMs: 2000 };
  const known = session.insights.get(text);
  if (known !== undefined && isEnough(known, thinking)) return null;
  return { purpose: 'analysis', position: text, ply: session.shown, thinking };
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

/** The first position of the game without an opinion, the ones nearest to the view first. */
const curveJob = (session: Session, analyst: Insight['by']): Job | null => {
  const { game, shown, insights } = session;
  const plies = Array.from({ length: game.actions.length + 1 }, (_, ply) => ply);
  for (const ply of plies.sort((a, b) => Math.abs(a - shown) - Math.abs(b - shown) || a - b)) {
    const position = positionAt(game, ply);
    const text = formatPosition(position);
    if (insights.has(text) || outcome(position) !== null) continue;
    const thinking: Thinking =
      analyst === 'network'
        ? { type: 'network', simulations: CURVE_SIMULATIONS, steady: true }
        : { type: 'alphabeta', depth: 100, timeMs: 60 };
    return { purpose: 'curve', position: text, ply, thinking };
  }
  return null;
};

/** What the engine should think about next: a function of the session, so that nothing has to be remembered or undone. */
import { momentsOf } from './game.ts';
import { levelNamed, needsNetwork, type Thinking } from './levels.ts';
import type { Insight } from './protocol.ts';
import { actorOf, isBrowsing, type Session } from './session.ts';

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
const ANALYSIS_MS = 2000;
const CURVE_MS = 60;

export const wantedJob = (session: Session, analyst: Analyst, analysing: boolean): Job | null => {
  const move = moveJob(session, analyst);
  if (move !== null || analyst === null) return move;
  return (analysing ? analysisJob(session, analyst) : null) ?? curveJob(session, analyst);
};

const moveJob = (session: Session, analyst: Analyst): Job | null => {
  if (isBrowsing(session) || actorOf(session) !== 'engine') return null;
  const level = levelNamed(session.level);
  if (needsNetwork(level) && analyst !== 'network') return null;
  const ply = session.game.actions.length;
  return { purpose: 'move', position: momentsOf(session.game)[ply].text, ply, thinking: level.thinking };
};

const analysisJob = (session: Session, analyst: Insight['by']): Job | null => {
  const { text, winner } = momentsOf(session.game)[session.shown];
  if (winner !== null) return null;
  const thinking: Thinking =
    analyst === 'network'
      ? { type: 'network', simulations: ANALYSIS_SIMULATIONS, steady: true }
      : { type: 'alphabeta', depth: 100, timeMs: ANALYSIS_MS };
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

/** A position of the game without an opinion, the ones nearest to the view first. */
const curveJob = ({ game, shown, insights }: Session, analyst: Insight['by']): Job | null => {
  const moments = momentsOf(game);
  const distance = (ply: number): number => Math.abs(ply - shown);
  const [ply] = moments
    .flatMap(({ text, winner }, each) => (winner !== null || insights.has(text) ? [] : [each]))
    .sort((a, b) => distance(a) - distance(b) || a - b);
  if (ply === undefined) return null;
  const thinking: Thinking =
    analyst === 'network'
      ? { type: 'network', simulations: CURVE_SIMULATIONS, steady: true }
      : { type: 'alphabeta', depth: 100, timeMs: CURVE_MS };
  return { purpose: 'curve', position: moments[ply].text, ply, thinking };
};

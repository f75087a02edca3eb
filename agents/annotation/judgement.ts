/** What somebody who judges positions says of one, and agents as such judges. */
import { type Action, checkAction, InvalidInput, isLegal, type Position, play, undo } from '../../env/index.ts';
import type { Agent } from '../agent.ts';
import type { ProvenResult } from '../search/result.ts';

/** What a judge says of a position: the best action, what follows, and what the mover may expect. */
export type Judgement = {
  readonly action: Action;
  /** Expected result for the mover, −1 to 1. */
  readonly value: number;
  readonly proven?: ProvenResult;
  /** What the judge expects to follow, the best action first. */
  readonly line: readonly Action[];
};

/** Judges a position that is not over; null where it has no opinion, as alpha-beta on placements. */
export type Judge = (position: Position) => Promise<Judgement | null>;

/** An agent as a judge. Every position is judged afresh, so that no judgement depends on what was asked before. */
export const agentJudge =
  (agent: Agent): Judge =>
  async (position) => {
    agent.newGame(0);
    const { action, value, proven, line = [action] } = await agent.choose(position);
    checkAction(position, action, `action of ${agent.name}`);
    if (value === undefined) return null;
    if (!(value >= -1 && value <= 1))
      throw new InvalidInput(`value of ${agent.name}`, value, 'expected a number from −1 to 1');
    const certain = proven === undefined ? {} : { proven };
    return { action, value, ...certain, line: line[0] === action ? legalPart(position, line) : [action] };
  };

/** The line up to its first illegal action: agents may be the user's own. */
const legalPart = (position: Position, line: readonly Action[]): readonly Action[] => {
  let count = 0;
  while (count < line.length && isLegal(position, line[count])) play(position, line[count++]);
  for (let taken = 0; taken < count; taken++) undo(position);
  return line.slice(0, count);
};

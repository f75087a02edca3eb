/** What the engine would play here, best first, with the line that it expects. */
import type { VNode } from 'preact';
import { type Action, formatAction, type Position, play, undo } from '../../env/index.ts';
import type { Candidate, Insight } from './protocol.ts';

export const Candidates = ({ position, insight }: { position: Position; insight: Insight | undefined }): VNode => {
  if (insight === undefined) return <p class="quiet">Nothing yet.</p>;
  return (
    <table class="candidates">
      <caption>
        {insight.by === 'network' ? `${insight.effort} simulations` : `alpha-beta, ${insight.effort} ms`}; chances for
        the side to move
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">Rank</span>
          </th>
          <th scope="col">Move</th>
          <th scope="col">Wins</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      {insight.candidates.map((candidate, index) => (
        <CandidateRows key={candidate.action} position={position} candidate={candidate} rank={index + 1} />
      ))}
    </table>
  );
};

type CandidateRowsProps = { readonly position: Position; readonly candidate: Candidate; readonly rank: number };

/** The expected line has a row of its own, since it is as long as the engine looks ahead. */
const CandidateRows = ({ position, candidate, rank }: CandidateRowsProps): VNode => {
  const [first, ...rest] = lineTexts(position, candidate.line);
  return (
    <tbody>
      <tr>
        <td>
          <span class={rank === 1 ? 'rank-sign best' : 'rank-sign'}>{rank}</span>
        </td>
        <th scope="row">{first}</th>
        <td>{chanceText(candidate)}</td>
        <td>{Math.round(100 * candidate.share)}%</td>
      </tr>
      {rest.length > 0 && (
        <tr>
          <td />
          <td class="line" colSpan={3}>
            <span class="hidden">Expected: </span>
            {rest.join(' ')}
          </td>
        </tr>
      )}
    </tbody>
  );
};

/** The mover's winning chance after a candidate, or that it is certain. */
const chanceText = ({ value, proven }: Candidate): string =>
  proven === undefined ? `${Math.round(50 * (1 + value))}%` : proven === 'win' ? 'wins' : 'loses';

/** A line of actions as move texts. The position is the same afterwards. */
export const lineTexts = (position: Position, line: readonly Action[]): string[] => {
  const texts = line.map((action) => {
    const text = formatAction(position, action);
    play(position, action);
    return text;
  });
  for (const _ of line) undo(position);
  return texts;
};

/** What the engine would play here, best first, with the line that it expects. */
import type { VNode } from 'preact';
import { type Action, formatAction, type Position, play, undo } from '../../env/index.ts';
import type { Candidate, Insight } from './protocol.ts';

const LINE_LENGTH = 6;

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
          <th scope="col">Expected</th>
        </tr>
      </thead>
      <tbody>
        {insight.candidates.map((candidate, index) => {
          const [first, ...rest] = lineTexts(position, candidate.line);
          return (
            <tr key={candidate.action}>
              <td class="quiet">{index + 1}</td>
              <th scope="row">{first}</th>
              <td>{chanceText(candidate)}</td>
              <td>{Math.round(100 * candidate.share)}%</td>
              <td class="line">{rest.join(' ')}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

/** The mover's winning chance after a candidate, or that it is certain. */
const chanceText = ({ value, proven }: Candidate): string =>
  proven === undefined ? `${Math.round(50 * (1 + value))}%` : proven === 'win' ? 'wins' : 'loses';

/** A line of actions as move texts, cut where it gets long. */
const lineTexts = (position: Position, line: readonly Action[]): string[] => {
  const shown = line.slice(0, LINE_LENGTH);
  const texts = shown.map((action) => {
    const text = formatAction(position, action);
    play(position, action);
    return text;
  });
  for (const _ of shown) undo(position);
  return texts;
};

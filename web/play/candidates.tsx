/** What the engine would play here, best first, with the line that it expects. */
import type { VNode } from 'preact';
import { type Action, formatAction, type Position, play, undo } from '../../env/index.ts';
import { chanceText } from './arrows.tsx';
import type { Insight } from './protocol.ts';

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
          <th scope="col">Move</th>
          <th scope="col">Wins</th>
          <th scope="col">Weight</th>
          <th scope="col">Expected</th>
        </tr>
      </thead>
      <tbody>
        {insight.candidates.map((candidate) => {
          const [first, ...rest] = lineTexts(position, candidate.line);
          return (
            <tr key={candidate.action}>
              <th scope="row">{first}</th>
              <td>{chanceText(candidate)}</td>
              <td>
                <meter min={0} max={1} value={candidate.share}>
                  {Math.round(100 * candidate.share)}%
                </meter>
              </td>
              <td class="line">{rest.join(' ')}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

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

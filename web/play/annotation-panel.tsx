/** The annotation of a game: a button that begins and stops it, the verdict on the action on view, and how both players did. */
import type { VNode } from 'preact';
import type { AnnotatedAction, Prospect } from '../../agents/annotation/annotate.ts';
import { MARKS } from '../../agents/annotation/marks.ts';
import { summariseAnnotation } from '../../agents/annotation/summary.ts';
import { PLAYERS } from '../../env/index.ts';
import { ActionButton } from './action-button.tsx';
import { annotationOf, isAnnotating } from './annotation.ts';
import { capital } from './game.ts';
import { MarkSign, percent } from './mark-sign.tsx';
import type { Session, SessionEvent } from './session.ts';

export type AnnotationPanelProps = {
  readonly session: Session;
  /** Whether there is an engine to ask. */
  readonly canStart: boolean;
  readonly dispatch: (event: SessionEvent) => void;
  readonly onShow: (ply: number) => void;
};

export const AnnotationPanel = ({ session, canStart, dispatch, onShow }: AnnotationPanelProps): VNode => {
  const annotation = annotationOf(session);
  const isRunning = isAnnotating(session);
  const isDone = annotation !== null && annotation.wanted === null;
  const [settled, all] = [annotation?.settled ?? 0, session.game.actions.length];
  const said = annotation?.actions[session.shown - 1];
  return (
    <section class="annotation" aria-label="Annotation">
      <div class="annotate">
        <ActionButton
          can={canStart && !isDone}
          onClick={() => dispatch({ type: isRunning ? 'stop-annotating' : 'annotate' })}
        >
          {isRunning ? 'Stop annotating' : isDone ? 'Annotated' : 'Annotate'}
        </ActionButton>
        {isRunning && <progress value={settled} max={all} aria-label="Progress of the annotation" />}
        <span class="quiet" role="status">
          {annotation === null ? 'Finds mistakes and better moves.' : isDone ? '' : `${settled} of ${all} actions`}
        </span>
      </div>
      {annotation !== null && <SummaryTable actions={annotation.actions} />}
      {said !== undefined && <VerdictText said={said} onShow={onShow} />}
    </section>
  );
};

const prospectText = ({ chance, proven }: Prospect): string =>
  proven === null ? percent(chance) : proven === 'win' ? 'certain win' : 'certain loss';

/** What the action on view lost, and what was better; the better move leads to the position where it could be played. */
const VerdictText = ({ said, onShow }: { said: AnnotatedAction; onShow: (ply: number) => void }): VNode => {
  const { ply, player, move, verdict } = said;
  if (verdict === null) return <p class="verdict quiet">{move} has not been judged.</p>;
  const { before, after, loss, mark, best } = verdict;
  return (
    <p class="verdict">
      <strong>
        {capital(player)} {move}
      </strong>{' '}
      {mark !== null && (
        <>
          <MarkSign mark={mark} /> {`${mark}, `}
        </>
      )}
      {prospectText(before)} → {prospectText(after)}
      {loss >= LEAST_SHOWN && `, lost ${percent(loss)}`}.{' '}
      {best.action === said.action ? (
        'The best move.'
      ) : (
        <>
          Best:{' '}
          <button
            type="button"
            class="plain best"
            aria-label={`Show the best move ${best.move}`}
            onClick={() => onShow(ply - 1)}
          >
            {best.move}
          </button>{' '}
          <span class="line">{best.line.split(' ').slice(1).join(' ')}</span>
        </>
      )}
    </p>
  );
};

/** Less than this is rounded to nothing. */
const LEAST_SHOWN = 0.005;

const SummaryTable = ({ actions }: { readonly actions: readonly AnnotatedAction[] }): VNode => {
  const summary = summariseAnnotation(actions);
  const marks = MARKS.toReversed();
  return (
    <table class="summary">
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">Player</span>
          </th>
          <th scope="col">Average loss</th>
          {marks.map(({ name }) => (
            <th scope="col" key={name}>
              <MarkSign mark={name} /> <span class="hidden">{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {PLAYERS.map((player) => {
          const { averageLoss, marks: counts } = summary[player];
          return (
            <tr key={player}>
              <th scope="row">{capital(player)}</th>
              <td>{averageLoss === null ? '–' : `${(100 * averageLoss).toFixed(1)}%`}</td>
              {marks.map(({ name }) => (
                <td key={name}>{counts[name]}</td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};

/** Whose turn it is, which of its two steps, and what can be done besides pressing points. */
import type { ComponentChildren, VNode } from 'preact';
import {
  KIND_COUNT,
  KINDS,
  type Kind,
  OPENING,
  opponentOf,
  outcome,
  PIECES_OF_KIND,
  PLACEMENT,
  PLAYERS,
  type Position,
} from '../../env/index.ts';
import { ActionButton } from './action-button.tsx';
import { capital, sayOutcome } from './game.ts';
import { canReturn, isBrowsing, isSeatOfPerson, type Session, type SessionEvent } from './session.ts';
import { PieceIcon } from './stack.tsx';

export type TurnPanelProps = {
  readonly session: Session;
  readonly position: Position;
  /** What the engine is busy with when it is its turn; null when it is not. */
  readonly thinking: { readonly text: string; readonly done: number } | null;
  readonly canPass: boolean;
  readonly dispatch: (event: SessionEvent) => void;
  readonly children?: ComponentChildren;
};

export const TurnPanel = ({ session, position, thinking, canPass, dispatch, children }: TurnPanelProps): VNode => {
  const over = sayOutcome(session.game, position);
  const browsing = isBrowsing(session);
  return (
    <section class={over === null ? 'panel turn' : 'panel turn over'} aria-label="Turn">
      <h2 class="who">
        <PieceIcon player={over === null ? position.mover : winnerOf(session, position)} kind={0} size={30} />
        {over ?? headline(session, position)}
      </h2>
      {over === null && position.phase !== PLACEMENT && <Steps position={position} />}
      {over === null && position.phase === PLACEMENT && (
        <KindPicker session={session} position={position} dispatch={dispatch} />
      )}
      {thinking !== null && (
        <p class="thinking">
          <span>{thinking.text}</span>
          <progress value={thinking.done} max={1} aria-label="Progress of the engine" />
        </p>
      )}
      <p class="remark" role="status">
        {session.remark ??
          (browsing ? `You are looking at ply ${session.shown} of ${session.game.actions.length}.` : '')}
      </p>
      <div class="buttons">
        {browsing && (
          <button type="button" onClick={() => dispatch({ type: 'play-on' })}>
            Play on from here
          </button>
        )}
        {canReturn(session) && (
          <button type="button" onClick={() => dispatch({ type: 'return' })}>
            Back to the game
          </button>
        )}
        {position.phase !== PLACEMENT && (
          <ActionButton class="primary" can={canPass} onClick={() => dispatch({ type: 'pass' })}>
            Pass <kbd>P</kbd>
          </ActionButton>
        )}
        {children}
      </div>
    </section>
  );
};

const winnerOf = ({ game }: Session, position: Position): 0 | 1 =>
  outcome(position)?.winner ?? (game.forfeit?.winner === 'black' ? 1 : 0);

const headline = (session: Session, position: Position): string => {
  const mover = capital(PLAYERS[position.mover]);
  const isYou = session.side !== 'both' && isSeatOfPerson(session, position.mover);
  const who = isYou
    ? `You (${mover.toLowerCase()})`
    : session.side === 'both'
      ? mover
      : `The engine (${mover.toLowerCase()})`;
  return position.phase === PLACEMENT ? `${who} to place` : `${who} to move`;
};

const Steps = ({ position }: { position: Position }): VNode => {
  const opening = position.phase === OPENING;
  return (
    <ol class="steps" aria-label="Steps of the turn">
      <Step number={1} now={position.step === 0} done={position.step === 1} title="Capture" note="you must" />
      {opening ? (
        <li class="step none">The opening turn has one step only.</li>
      ) : (
        <Step number={2} now={position.step === 1} done={false} title="Capture, stack or pass" note="you may" />
      )}
    </ol>
  );
};

const Step = (props: { number: number; now: boolean; done: boolean; title: string; note: string }): VNode => (
  <li
    class={`step${props.now ? ' now' : ''}${props.done ? ' done' : ''}`}
    aria-current={props.now ? 'step' : undefined}
  >
    <span class="number">{props.done ? '✓' : props.number}</span>
    <span>
      <strong>{props.title}</strong>
      <small>{props.done ? 'done' : props.note}</small>
    </span>
  </li>
);

const KindPicker = ({
  session,
  position,
  dispatch,
}: Pick<TurnPanelProps, 'session' | 'position' | 'dispatch'>): VNode => {
  // Shows the person's pieces even while the engine places one, so that the next can be picked in the meantime.
  const player = isSeatOfPerson(session, position.mover) ? position.mover : opponentOf(position.mover);
  const left = (kind: Kind): number => PIECES_OF_KIND[kind] - position.counts[player * KIND_COUNT + kind];
  return (
    <fieldset class="kinds">
      <legend>Pick a kind, then an empty point</legend>
      {KINDS.map((name, kind) => (
        <label key={name} class={session.placing === kind ? 'kind picked' : 'kind'}>
          <input
            type="radio"
            name="kind"
            checked={session.placing === kind}
            disabled={left(kind) === 0}
            onChange={() => dispatch({ type: 'pick-kind', kind })}
          />
          <PieceIcon player={player} kind={kind} size={32} />
          <span>
            {capital(name)} <small>{left(kind)} left</small>
          </span>
        </label>
      ))}
      <button type="button" onClick={() => dispatch({ type: 'place-by-lot' })}>
        Place the rest by lot
      </button>
    </fieldset>
  );
};

/** The play page: holds the session and lays out what shows it. */
import type { VNode } from 'preact';
import { useCallback, useMemo, useReducer, useState } from 'preact/hooks';
import { formatPosition, type Point, randomStream } from '../../env/index.ts';
import { formatLink } from './address.ts';
import { announcement } from './announcement.ts';
import { Board } from './board.tsx';
import { boardChoices } from './board-choices.ts';
import { Dialogs, type OpenDialog } from './dialogs.tsx';
import { lastMove, newGame } from './game.ts';
import { levelInPlay } from './levels.ts';
import { Notices } from './notices.tsx';
import { advance, isPersonToAct, type Session, type SessionEvent, shownPosition } from './session.ts';
import { Side } from './side.tsx';
import { useAddress } from './use-address.ts';
import { type EnginePlace, useEngine } from './use-engine.ts';
import { useKeys } from './use-keys.ts';
import { useLot } from './use-lot.ts';
import { useSwitch } from './use-switch.ts';
import { keepWayBack } from './way-back.ts';

export type AppProps = {
  readonly start: Session;
  readonly place: EnginePlace;
  readonly notice: string | null;
  /** The address of the dashboard; null where there is none. */
  readonly dashboard: string | null;
};

type Beginning = Omit<SessionEvent & { type: 'begin' }, 'type'>;

export const App = ({ start, place, notice: firstNotice, dashboard }: AppProps): VNode => {
  const [session, dispatch] = useReducer(advance, start);
  const [analysing, setAnalysing] = useState(start.side === 'both');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [notice, setNotice] = useState(firstNotice);
  const singleKeys = useSwitch('single-keys', true);
  const ponder = useSwitch('ponder', false);
  const engine = useEngine(session, dispatch, { analysing, pondering: ponder[0] }, place);
  const noNetwork = engine.network.type === 'missing' ? engine.network.why : null;
  const level = levelInPlay(session.level, noNetwork === null);
  const position = useMemo(() => shownPosition(session), [session.game, session.shown]);
  const insight = session.insights.get(formatPosition(position));
  const personActs = isPersonToAct(session);
  const choices = boardChoices(session, position, personActs);
  const link = useMemo(() => formatLink(session), [session.game, session.shown, session.side, session.level]);

  const begin = (beginning: Beginning): void => {
    setAnalysing(beginning.side === 'both');
    dispatch({ type: 'begin', ...beginning });
  };
  useAddress(
    link,
    (linked) => {
      setNotice(null);
      begin(linked);
    },
    (sentence) => setNotice(`This link cannot be opened. ${sentence}`),
  );
  useLot(session.placesByLot && personActs, position, dispatch);
  useKeys(dialog === null, singleKeys[0], {
    ...sessionKeys(session, dispatch),
    h: () => setAnalysing(!analysing),
    '?': () => setDialog('help'),
  });
  const press = useCallback((point: Point) => dispatch({ type: 'press', point }), []);

  return (
    <>
      <TopBar dashboard={dashboard} onOpen={setDialog} />
      <Notices
        refused={notice}
        onForget={() => setNotice(null)}
        trouble={engine.broken ?? (place.model === null ? null : sayNoNetwork(noNetwork))}
        onRetry={engine.retry}
      />
      <main>
        <div class="table">
          <Board
            position={position}
            ply={session.shown}
            {...choices}
            last={lastMove(session.game, session.shown)}
            candidates={analysing ? (insight?.candidates ?? []) : []}
            onPress={press}
          />
          <p id="board-keys" class="hidden">
            Arrow keys move from point to point, Enter selects, N leads to the next stack that can move.
          </p>
        </div>
        <Side
          {...{ session, position, insight, engine, level, analysing, ponder, dispatch }}
          canPass={choices.canPass}
          onAnalyse={setAnalysing}
        />
      </main>
      <p class="hidden" aria-live="polite">
        {announcement(session)}
      </p>
      <Dialogs
        {...{ session, position, link, noNetwork, singleKeys }}
        open={dialog}
        level={level.id}
        onBegin={({ setup, side, level }) => {
          setNotice(null);
          setDialog(null);
          begin({ game: newGame(setup, randomStream(Date.now(), Math.random())), side, level });
        }}
        onLoad={(game) => {
          setDialog(null);
          begin({ game, side: 'both', level: session.level, shown: 0 });
        }}
        onClose={() => setDialog(null)}
      />
    </>
  );
};

type TopBarProps = { readonly dashboard: string | null; readonly onOpen: (dialog: OpenDialog) => void };

const TopBar = ({ dashboard, onOpen }: TopBarProps): VNode => (
  <header class="top">
    <h1>
      TZAAR <small>against a neural network</small>
    </h1>
    <nav>
      <button type="button" class="primary" onClick={() => onOpen('new-game')}>
        New game
      </button>
      <button type="button" onClick={() => onOpen('share')}>
        Import/export
      </button>
      <button type="button" onClick={() => onOpen('help')}>
        Rules
      </button>
      {dashboard !== null && (
        <a class="button" href={dashboard} onClick={keepWayBack}>
          Training
        </a>
      )}
    </nav>
  </header>
);

const sayNoNetwork = (why: string | null): string | null =>
  why === null ? null : `The network cannot be used, so alpha-beta plays. ${why}`;

const sessionKeys = (
  { shown }: Session,
  dispatch: (event: SessionEvent) => void,
): Readonly<Record<string, () => void>> => ({
  u: () => dispatch({ type: 'undo' }),
  r: () => dispatch({ type: 'redo' }),
  p: () => dispatch({ type: 'pass' }),
  Escape: () => dispatch({ type: 'cancel' }),
  '[': () => dispatch({ type: 'show', ply: shown - 1 }),
  ']': () => dispatch({ type: 'show', ply: shown + 1 }),
  1: () => dispatch({ type: 'pick-kind', kind: 0 }),
  2: () => dispatch({ type: 'pick-kind', kind: 1 }),
  3: () => dispatch({ type: 'pick-kind', kind: 2 }),
});

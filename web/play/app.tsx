/** The play page: holds the session and lays out what shows it. */
import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import {
  formatPosition,
  formatRecord,
  InvalidInput,
  isPlacement,
  originOf,
  PASS,
  PLACEMENT,
  type Point,
  type Position,
  placedPoint,
  randomStream,
} from '../../env/index.ts';
import { formatLink, parseLink } from './address.ts';
import { announcement } from './announcement.ts';
import { Board } from './board.tsx';
import { boardChoices } from './board-choices.ts';
import { EnginePanel } from './engine-panel.tsx';
import { legalOf, newGame, playedSteps, positionAt, recordOf } from './game.ts';
import { Help } from './help.tsx';
import { Icon } from './icons.tsx';
import { LEVEL_WITHOUT_NETWORK, levelNamed, needsNetwork } from './levels.ts';
import { MoveList } from './move-list.tsx';
import { NewGame, type NewGameChoice } from './new-game.tsx';
import {
  advance,
  canRedo,
  canUndo,
  isPersonToAct,
  playerNames,
  recordedNames,
  type Session,
  shownPosition,
} from './session.ts';
import { Share } from './share.tsx';
import { Stock } from './stock.tsx';
import { TurnPanel } from './turn-panel.tsx';
import { type EnginePlace, useEngine } from './use-engine.ts';
import { useKeys } from './use-keys.ts';

export type AppProps = { readonly start: Session; readonly place: EnginePlace; readonly notice: string | null };

/** Between two pieces placed by lot. */
const LOT_MS = 60;

type OpenDialog = 'new-game' | 'share' | 'help' | null;

export const App = ({ start, place, notice: firstNotice }: AppProps): VNode => {
  const [session, dispatch] = useReducer(advance, start);
  const [analysing, setAnalysing] = useState(start.side === 'both');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [notice, setNotice] = useState(firstNotice);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const engine = useEngine(session, dispatch, analysing, place);
  const position = useMemo(() => shownPosition(session), [session.game, session.shown]);
  const insight = session.insights.get(formatPosition(position));
  const personActs = isPersonToAct(session);
  const choices = boardChoices(session, position, personActs);

  const link = useMemo(() => formatLink(session), [session.game, session.shown, session.side, session.level]);
  useEffect(() => history.replaceState(null, '', `${location.search}${link}`), [link]);

  useEffect(() => {
    const follow = (): void => {
      try {
        const linked = parseLink(location.hash);
        if (linked !== null) dispatch({ type: 'begin', ...linked });
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        setNotice(error.message);
      }
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);

  const { network } = engine;
  useEffect(() => {
    if (network.type !== 'missing' || !needsNetwork(levelNamed(session.level))) return;
    dispatch({ type: 'seat', side: session.side, level: LEVEL_WITHOUT_NETWORK });
  }, [network.type, session.level, session.side]);

  useEffect(() => {
    if (!session.placesByLot || !personActs || position.phase !== PLACEMENT) return;
    const legal = legalOf(position);
    const action = legal[Math.floor(Math.random() * legal.length)];
    const timer = setTimeout(
      () => dispatch({ type: 'play', action, position: formatPosition(position), by: 'person' }),
      LOT_MS,
    );
    return () => clearTimeout(timer);
  }, [session.placesByLot, personActs, position]);

  useKeys(dialog === null, {
    u: () => dispatch({ type: 'undo' }),
    r: () => dispatch({ type: 'redo' }),
    p: () => dispatch({ type: 'pass' }),
    h: () => setAnalysing(!analysing),
    Escape: () => dispatch({ type: 'cancel' }),
    '[': () => dispatch({ type: 'show', ply: session.shown - 1 }),
    ']': () => dispatch({ type: 'show', ply: session.shown + 1 }),
    1: () => dispatch({ type: 'pick-kind', kind: 0 }),
    2: () => dispatch({ type: 'pick-kind', kind: 1 }),
    3: () => dispatch({ type: 'pick-kind', kind: 2 }),
  });

  const show = useCallback((ply: number) => dispatch({ type: 'show', ply }), []);
  const press = useCallback((point: Point) => dispatch({ type: 'press', point }), []);
  const begin = ({ setup, side, level }: NewGameChoice): void => {
    setNotice(null);
    setDialog(null);
    setAnalysing(side === 'both');
    dispatch({ type: 'begin', game: newGame(setup, randomStream(Date.now(), Math.random())), side, level });
  };

  const level = levelNamed(session.level);
  const names = playerNames(session, level.name);
  const { job } = engine;
  const thinking =
    job?.purpose === 'move'
      ? { text: 'The engine is thinking…', done: engine.done }
      : network.type === 'loading' && session.side !== 'both' && !personActs
        ? { text: 'The network is loading…', done: 0 }
        : null;

  const noNetwork =
    network.type === 'missing' && place.model !== null
      ? `The network cannot be used, so alpha-beta plays. ${network.why}`
      : null;
  const notices = [notice, noNetwork, engine.broken].filter(
    (text) => text !== null && !dismissed.includes(text),
  ) as string[];

  return (
    <>
      <header class="top">
        <h1>
          TZAAR <small>against a neural network</small>
        </h1>
        <nav>
          <button type="button" class="primary" onClick={() => setDialog('new-game')}>
            New game
          </button>
          <button type="button" onClick={() => setDialog('share')}>
            Import/export
          </button>
          <button type="button" onClick={() => setDialog('help')}>
            Rules
          </button>
        </nav>
      </header>
      {notices.map((text) => (
        <Notice key={text} text={text} onClose={() => setDismissed([...dismissed, text])} />
      ))}
      <main>
        <div class="table">
          <Board
            position={position}
            ply={session.shown}
            {...choices}
            last={lastMove(session)}
            candidates={analysing ? (insight?.candidates ?? []) : []}
            onPress={press}
          />
          <p id="board-keys" class="hidden">
            Arrow keys move from point to point, Enter selects, N leads to the next stack that can move.
          </p>
        </div>
        <div class="side">
          <TurnPanel
            session={session}
            position={position}
            thinking={thinking}
            canPass={choices.canPass}
            dispatch={dispatch}
          >
            <button type="button" disabled={!canUndo(session)} onClick={() => dispatch({ type: 'undo' })}>
              <Icon name="undo" /> Undo
            </button>
            <button type="button" disabled={!canRedo(session)} onClick={() => dispatch({ type: 'redo' })}>
              <Icon name="redo" /> Redo
            </button>
          </TurnPanel>
          <Stock position={position} names={[names.white, names.black]} />
          <EnginePanel
            session={session}
            position={position}
            insight={insight}
            network={network}
            level={level}
            analysing={analysing}
            dispatch={dispatch}
            onAnalyse={setAnalysing}
            onShow={show}
          />
          <MoveList steps={playedSteps(session.game)} shown={session.shown} onShow={show} />
        </div>
      </main>
      <p class="hidden" aria-live="polite">
        {announcement(session)}
      </p>
      {dialog === 'new-game' && (
        <NewGame
          initial={{
            setup: session.game.setup === 'position' ? 'random' : session.game.setup,
            side: session.side,
            level: session.level,
          }}
          noNetwork={network.type === 'missing' ? network.why : null}
          onBegin={begin}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'share' && (
        <Share
          link={location.href}
          position={formatPosition(position)}
          record={formatRecord(recordOf(session.game, recordedNames(session)))}
          onLoad={(game) => {
            setDialog(null);
            setAnalysing(true);
            dispatch({ type: 'begin', game, side: 'both', level: session.level, shown: 0 });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'help' && <Help onClose={() => setDialog(null)} />}
    </>
  );
};

const Notice = ({ text, onClose }: { text: string; onClose: () => void }): VNode => (
  <p class="notice" role="alert">
    {text}
    <button type="button" class="plain" aria-label="Dismiss" onClick={onClose}>
      ×
    </button>
  </p>
);

/** Where the action before the position on view came from and led to. */
const lastMove = ({ game, shown }: Session): { readonly from: Point | null; readonly to: Point } | null => {
  const action = game.actions[shown - 1];
  if (action === undefined || action === PASS) return null;
  if (isPlacement(action)) return { from: null, to: placedPoint(action) };
  const before: Position = positionAt(game, shown - 1);
  return { from: originOf(action), to: before.sight[action] };
};

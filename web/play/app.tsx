/** The play page: holds the session and lays out what shows it. */
import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { formatPosition, formatRecord, PLACEMENT, type Point, randomStream } from '../../env/index.ts';
import { ActionButton } from './action-button.tsx';
import { formatLink, formatPositionLink, type Linked } from './address.ts';
import { announcement } from './announcement.ts';
import { Board } from './board.tsx';
import { boardChoices } from './board-choices.ts';
import { EnginePanel } from './engine-panel.tsx';
import { lastMove, legalOf, newGame, playedSteps, recordOf } from './game.ts';
import { Help } from './help.tsx';
import { Icon } from './icons.tsx';
import { levelInPlay } from './levels.ts';
import { MoveList } from './move-list.tsx';
import { NewGame, type NewGameChoice } from './new-game.tsx';
import { Notices } from './notices.tsx';
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
import { addressWith, useAddress } from './use-address.ts';
import { type EnginePlace, useEngine } from './use-engine.ts';
import { useKeys } from './use-keys.ts';
import { useSwitch } from './use-switch.ts';

export type AppProps = { readonly start: Session; readonly place: EnginePlace; readonly notice: string | null };

/** Between two pieces placed by lot. */
const LOT_MS = 60;

type OpenDialog = 'new-game' | 'share' | 'help' | null;

export const App = ({ start, place, notice: firstNotice }: AppProps): VNode => {
  const [session, dispatch] = useReducer(advance, start);
  const [analysing, setAnalysing] = useState(start.side === 'both');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [notice, setNotice] = useState(firstNotice);
  const [singleKeys, turnSingleKeys] = useSwitch('single-keys', true);
  const engine = useEngine(session, dispatch, analysing, place);
  const position = useMemo(() => shownPosition(session), [session.game, session.shown]);
  const insight = session.insights.get(formatPosition(position));
  const personActs = isPersonToAct(session);
  const choices = boardChoices(session, position, personActs);

  const link = useMemo(() => formatLink(session), [session.game, session.shown, session.side, session.level]);
  const follow = (linked: Linked): void => {
    setNotice(null);
    setAnalysing(linked.side === 'both');
    dispatch({ type: 'begin', ...linked });
  };
  useAddress(link, follow, (sentence) => setNotice(`This link cannot be opened. ${sentence}`));

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

  useKeys(dialog === null, singleKeys, {
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

  const { network } = engine;
  const level = levelInPlay(session.level, network.type !== 'missing');
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
      <Notices
        refused={notice}
        onForget={() => setNotice(null)}
        trouble={engine.broken ?? noNetwork}
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
        <div class="side">
          <TurnPanel
            session={session}
            position={position}
            thinking={thinking}
            canPass={choices.canPass}
            dispatch={dispatch}
          >
            <ActionButton can={canUndo(session)} onClick={() => dispatch({ type: 'undo' })}>
              <Icon name="undo" /> Undo
            </ActionButton>
            <ActionButton can={canRedo(session)} onClick={() => dispatch({ type: 'redo' })}>
              <Icon name="redo" /> Redo
            </ActionButton>
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
          link={addressWith(link)}
          positionLink={addressWith(formatPositionLink(session))}
          position={formatPosition(position)}
          record={formatRecord(recordOf(session.game, recordedNames(session, level.id)))}
          onLoad={(game) => {
            setDialog(null);
            setAnalysing(true);
            dispatch({ type: 'begin', game, side: 'both', level: session.level, shown: 0 });
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'help' && (
        <Help singleKeys={singleKeys} onSingleKeys={turnSingleKeys} onClose={() => setDialog(null)} />
      )}
    </>
  );
};

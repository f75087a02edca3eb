/** All that stands beside the board: the turn, the stock, the moves and the engine. */
import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Position } from '../../env/index.ts';
import { ActionButton } from './action-button.tsx';
import { annotationOf } from './annotation.ts';
import { EnginePanel } from './engine-panel.tsx';
import { playedSteps } from './game.ts';
import { Icon } from './icons.tsx';
import type { Level } from './levels.ts';
import { MoveList } from './move-list.tsx';
import type { Insight } from './protocol.ts';
import { canRedo, canUndo, isPersonToAct, playerNames, type Session, type SessionEvent } from './session.ts';
import { Stock } from './stock.tsx';
import { TurnPanel, type TurnPanelProps } from './turn-panel.tsx';
import type { EngineState } from './use-engine.ts';
import type { useSwitch } from './use-switch.ts';

export type SideProps = {
  readonly session: Session;
  readonly position: Position;
  readonly insight: Insight | undefined;
  readonly engine: EngineState;
  readonly level: Level;
  readonly canPass: boolean;
  readonly analysing: boolean;
  readonly ponder: ReturnType<typeof useSwitch>;
  readonly dispatch: (event: SessionEvent) => void;
  readonly onAnalyse: (analysing: boolean) => void;
};

export const Side = (props: SideProps): VNode => {
  const { session, position, insight, engine, level, canPass, dispatch } = props;
  const show = useCallback((ply: number) => dispatch({ type: 'show', ply }), []);
  const names = playerNames(session, level.name);
  return (
    <div class="side">
      <div class="side-game">
        <TurnPanel
          session={session}
          position={position}
          thinking={thinkingOf(engine, session)}
          canPass={canPass}
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
        <MoveList
          steps={playedSteps(session.game)}
          shown={session.shown}
          annotation={annotationOf(session)}
          onShow={show}
        />
      </div>
      <EnginePanel
        session={session}
        position={position}
        insight={insight}
        network={engine.network}
        level={level}
        analysing={props.analysing}
        ponder={props.ponder}
        dispatch={dispatch}
        onAnalyse={props.onAnalyse}
        onShow={show}
      />
    </div>
  );
};

const thinkingOf = ({ job, done, network }: EngineState, session: Session): TurnPanelProps['thinking'] => {
  if (job?.purpose === 'move') return { text: 'The engine is thinking…', done };
  const waits = network.type === 'loading' && session.side !== 'both' && !isPersonToAct(session);
  return waits ? { text: 'The network is loading…', done: 0 } : null;
};

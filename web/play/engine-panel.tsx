/** The engine's view of the game: who it is, the curve, and its candidates where they are asked for. */
import type { VNode } from 'preact';
import type { Annotation } from '../../agents/annotation/annotate.ts';
import type { Position } from '../../env/index.ts';
import { annotationOf, canAnnotate } from './annotation.ts';
import { AnnotationPanel } from './annotation-panel.tsx';
import { Candidates } from './candidates.tsx';
import { Curve, type CurveProps } from './curve.tsx';
import { momentsOf } from './game.ts';
import { type Level, needsNetwork } from './levels.ts';
import type { Insight } from './protocol.ts';
import { Seats } from './seats.tsx';
import { type Session, type SessionEvent, whiteChance } from './session.ts';
import type { NetworkState } from './use-engine.ts';
import type { useSwitch } from './use-switch.ts';

export type EnginePanelProps = {
  readonly session: Session;
  readonly position: Position;
  readonly insight: Insight | undefined;
  readonly network: NetworkState;
  readonly level: Level;
  readonly analysing: boolean;
  readonly ponder: ReturnType<typeof useSwitch>;
  readonly dispatch: (event: SessionEvent) => void;
  readonly onAnalyse: (analysing: boolean) => void;
  readonly onShow: (ply: number) => void;
};

export const EnginePanel = (props: EnginePanelProps): VNode => {
  const { session, position, insight, network, analysing, onAnalyse, onShow } = props;
  const [ponders, letPonder] = props.ponder;
  const chances = momentsOf(session.game).map((moment) => whiteChance(moment, session.insights));
  return (
    <section class="panel engine" aria-label="Engine">
      <Curve chances={chances} shown={session.shown} marks={marksOf(annotationOf(session))} onShow={onShow} />
      <label class="switch">
        <input type="checkbox" checked={analysing} onChange={(event) => onAnalyse(event.currentTarget.checked)} />
        Show the engine’s candidate moves <kbd>H</kbd>
      </label>
      {session.side !== 'both' && props.level.thinking.type === 'network' && (
        <label class="switch">
          <input type="checkbox" checked={ponders} onChange={(event) => letPonder(event.currentTarget.checked)} />
          Let the engine think on your time
        </label>
      )}
      {canAnnotate(session) && (
        <AnnotationPanel
          session={session}
          canStart={network.type !== 'loading'}
          dispatch={props.dispatch}
          onShow={onShow}
        />
      )}
      {analysing && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so with the keyboard too
        <section class="hints" aria-label="Candidate moves" tabIndex={0}>
          <Candidates position={position} insight={insight} />
        </section>
      )}
      <Seats session={session} hasNetwork={network.type !== 'missing'} dispatch={props.dispatch} />
      <p class="quiet network">{describe(props.level, session.side === 'both', network)}</p>
    </section>
  );
};

/** The actions that got a mark, for the curve. */
const marksOf = (annotation: Annotation | null): NonNullable<CurveProps['marks']> =>
  annotation?.actions.flatMap(({ ply, verdict }) => (verdict?.mark ? [{ ply, mark: verdict.mark }] : [])) ?? [];

const describe = (level: Level, alone: boolean, network: NetworkState): string => {
  const opponent = alone ? '' : `${level.name}: ${level.about}. `;
  switch (network.type) {
    case 'loading':
      return `${opponent}The network is loading…`;
    case 'ready':
      return `${opponent}Network: ${network.name}, ${network.about}.`;
    case 'missing':
      return `${opponent}${needsNetwork(level) ? '' : 'Alpha-beta plays and judges. '}${network.why}`;
  }
};

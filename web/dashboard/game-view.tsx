/** A recorded game on the board, action by action, with what the search expected. */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { GameRecord, Point } from '../../env/index.ts';
import { formatLink } from '../play/address.ts';
import { Board, type Target } from '../play/board.tsx';
import { Curve } from '../play/curve.tsx';
import { lastMove, playedSteps, positionAt } from '../play/game.ts';
import { DEFAULT_LEVEL } from '../play/levels.ts';
import { MoveList } from '../play/move-list.tsx';
import { namePoint } from '../play/options.ts';
import type { RecentGame } from './api.ts';
import { formatReason } from './format.ts';
import { judgeGame } from './game-values.ts';

const NOTHING_MOVES: ReadonlySet<Point> = new Set();
const NO_TARGETS: ReadonlyMap<Point, Target> = new Map();

export const GameView = ({ recent: { id, record } }: { readonly recent: RecentGame }): VNode => {
  const judged = useMemo(() => judgeGame(record), [id]);
  const [shown, setShown] = useState(0);
  if (judged === null) return <p class="panel">This game cannot be replayed; its record is damaged.</p>;
  const { game, chances } = judged;
  const position = positionAt(game, shown);
  const last = game.actions.length;
  const show = (ply: number): void => setShown(Math.max(0, Math.min(last, ply)));
  return (
    <>
      <div class="table">
        <Board
          position={position}
          ply={shown}
          selected={null}
          movable={NOTHING_MOVES}
          targets={NO_TARGETS}
          last={lastMove(game, shown)}
          candidates={[]}
          nameOf={(point) => namePoint(position, point)}
          onPress={() => {}}
        />
        <p id="board-keys" class="hidden">
          Arrow keys move from point to point.
        </p>
      </div>
      <div class="game-side">
        <div class="panel">
          <p class="game-title">
            <strong>Game {id}</strong>
            <span class="quiet">{describeGame(record)}</span>
          </p>
          <Curve chances={chances} shown={shown} onShow={show} />
          <a class="button" href={`./${formatLink({ game, side: 'both', level: DEFAULT_LEVEL, shown })}`}>
            Open on the play page
          </a>
        </div>
        <MoveList steps={playedSteps(game)} shown={shown} onShow={show} />
      </div>
    </>
  );
};

const describeGame = ({ players, result, notes }: GameRecord): string =>
  [
    result === null ? 'not finished' : `${result.winner} won: ${formatReason(result.reason)}`,
    ...(typeof notes?.iteration === 'number' ? [`iteration ${notes.iteration}`] : []),
    typeof notes?.sims === 'number' ? `${notes.sims} simulations` : `${players.white} against itself`,
  ].join(' · ');

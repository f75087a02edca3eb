/** Recent self-play games: a list of them, and the chosen one on the board. */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { RecentGame } from './api.ts';
import { formatReason } from './format.ts';
import { type JudgedGame, judgeGame } from './game-values.ts';
import { GameView } from './game-view.tsx';

export const Games = ({ games }: { readonly games: readonly RecentGame[] }): VNode => {
  const [chosen, setChosen] = useState<RecentGame | null>(null);
  // The game that was newest at first stays until another is chosen: the board must not change while someone looks at it.
  const first = useMemo(() => games.at(0) ?? null, [games.length > 0]);
  const shown = chosen ?? first;
  if (shown === null) return <p class="quiet">No game has been finished yet.</p>;
  return (
    <div class="recent">
      <ol class="panel game-list" aria-label="Games, the newest first">
        {games.map((game) => (
          <GameItem key={game.id} game={game} isShown={game.id === shown.id} onChoose={() => setChosen(game)} />
        ))}
      </ol>
      <GameView key={shown.id} recent={shown} />
    </div>
  );
};

type GameItemProps = { readonly game: RecentGame; readonly isShown: boolean; readonly onChoose: () => void };

const GameItem = ({ game, isShown, onChoose }: GameItemProps): VNode => {
  const { record } = game;
  const judged = useMemo(() => judgeGame(record), [game.id]);
  const won = record.result === null ? 'unfinished' : `${record.result.winner}, ${formatReason(record.result.reason)}`;
  return (
    <li>
      <button type="button" aria-current={isShown ? 'true' : undefined} onClick={onChoose}>
        <span class={`winner ${record.result?.winner ?? ''}`} aria-hidden="true" />
        <span class="facts">
          <strong>{won}</strong>
          <small>
            {record.moves.length} actions · {record.setup}
          </small>
        </span>
        {judged !== null && <Spark chances={judged.chances} />}
      </button>
    </li>
  );
};

const [SPARK_WIDTH, SPARK_HEIGHT] = [72, 24];

/** White's chance over the whole game, small. */
const Spark = ({ chances }: Pick<JudgedGame, 'chances'>): VNode => {
  const last = Math.max(1, chances.length - 1);
  const points = chances.flatMap((chance, ply) =>
    chance === undefined ? [] : [`${(SPARK_WIDTH * ply) / last},${SPARK_HEIGHT * (1 - chance)}`],
  );
  return (
    <svg class="spark" viewBox={`0 -1 ${SPARK_WIDTH} ${SPARK_HEIGHT + 2}`} aria-hidden="true">
      <line x1={0} x2={SPARK_WIDTH} y1={SPARK_HEIGHT / 2} y2={SPARK_HEIGHT / 2} />
      <polyline points={points.join(' ')} />
    </svg>
  );
};

/** The rating ladder of a run as a table, an interval a row. */
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatElo } from '../../arena/format-table.ts';
import type { ArenaSummary } from '../../train/report/metrics-log.ts';
import { formatCount, formatPercent } from './format.ts';
import { climbLadder, type Rung, thinLadder } from './ladder.ts';

export type LadderProps = {
  readonly arena: readonly ArenaSummary[];
  /** Games of a match where the match itself does not say. */
  readonly games: number;
};

const NETWORKS_SHOWN = 10;

export const Ladder = ({ arena, games }: LadderProps): VNode => {
  const [isWhole, setWhole] = useState(false);
  const rungs = useMemo(() => climbLadder(arena, games), [arena, games]);
  const shown = isWhole ? rungs : thinLadder(rungs, NETWORKS_SHOWN);
  const newest = Math.max(...rungs.map(({ iteration }) => iteration ?? -1));
  const [least, most] = [Math.min(...shown.map(({ low }) => low)), Math.max(...shown.map(({ high }) => high))];
  return (
    <div class="panel ladder">
      <table>
        <caption>
          Rating ladder. Bradley–Terry over all matches of this run, on the Elo scale, relative to the average; 95 %
          intervals.
        </caption>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col" class="wide">
              <span class="hidden">Interval</span>
            </th>
            <th scope="col" class="number">
              Elo
            </th>
            <th scope="col" class="number">
              Score
            </th>
            <th scope="col" class="number games-played">
              Games
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((rung) => (
            <Row key={rung.agent} rung={rung} isNewest={rung.iteration === newest} least={least} most={most} />
          ))}
        </tbody>
      </table>
      {rungs.length > shown.length || isWhole ? (
        <button type="button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${rungs.length}`}
        </button>
      ) : null}
    </div>
  );
};

type RowProps = { readonly rung: Rung; readonly isNewest: boolean; readonly least: number; readonly most: number };

const Row = ({ rung, isNewest, least, most }: RowProps): VNode => {
  const { agent, iteration, elo, low, high, score, games } = rung;
  const at = (value: number): string => `${(100 * (value - least)) / (most - least || 1)}%`;
  const width = `${(100 * (high - low)) / (most - least || 1)}%`;
  return (
    <tr class={iteration === null ? undefined : isNewest ? 'own newest' : 'own'}>
      <th scope="row">
        {agent}
        {isNewest && <small> newest</small>}
      </th>
      <td class="wide">
        <span class="range">
          <span class="interval" style={{ left: at(low), width }} />
          <span class="middle" style={{ left: at(elo) }} />
        </span>
      </td>
      <td class="number">
        <strong>{formatElo(elo)}</strong>{' '}
        <small>
          {formatElo(low)} to {formatElo(high)}
        </small>
      </td>
      <td class="number">{formatPercent(score)}</td>
      <td class="number games-played">{formatCount(games)}</td>
    </tr>
  );
};

/** A run as one HTML file to look at, to send and to show: what it reached, its curves, its games and its settings. */
import { escapeHtml, formatElo, htmlTable, renderViewer, VIEWER_SCRIPT, VIEWER_STYLE } from '../../arena/index.ts';
import type { GameRecord } from '../../env/index.ts';
import type { FlatSettings } from '../experiment/flatten-settings.ts';
import { settingRows } from '../experiment/settings-table.ts';
import { ITSELF } from '../self-play-job.ts';
import { LENGTH_BIN } from '../watch/game-statistics.ts';
import { addTallies } from '../watch/tally.ts';
import { barChart } from './bar-chart.ts';
import { latestMatches } from './compare-runs.ts';
import type { ArenaSummary } from './metrics-log.ts';
import { renderOpenings } from './openings.ts';
import { axisChoice, renderPage } from './page.ts';
import type { RunSummary } from './read-run.ts';
import type { ChartTopic } from './run-charts.ts';
import { topicGrids } from './run-curves.ts';
import { fillFromGames, pickEvaluation, pickSelfPlay } from './run-games.ts';
import { runSettings } from './run-settings.ts';
import { runStatus } from './run-status.ts';

/** How many iterations' games are read where the metrics do not describe them. */
const SAMPLED_ITERATIONS = 100;
const SELF_PLAY_GAMES = 12;
const GAMES_PER_OPPONENT = 3;

/** A run as one HTML page. */
export const renderRunReport = (summary: RunSummary): string => {
  const run = fillFromGames(summary, SAMPLED_ITERATIONS);
  const games = [...pickEvaluation(run, GAMES_PER_OPPONENT), ...pickSelfPlay(run, SELF_PLAY_GAMES).reverse()];
  const charts = (topic: ChartTopic, ...first: readonly string[]): string => topicGrids([run], topic, first);
  const body = [
    header(run),
    tiles(run),
    axisChoice(),
    section('Strength', charts('strength'), matchTable(latestMatches(run))),
    section('Learning', charts('learning')),
    section('Self-play games', charts('games', lengthChart(run))),
    section('Opening moves', renderOpenings(run.iterations)),
    section('The machine', charts('machine')),
    section('Games to replay', `<div class="card">${renderViewer(games, describeGame)}</div>`),
    section('Settings', settingsTable(run)),
  ];
  return renderPage(`${run.name}: a TZAAR training run`, body.join('\n'), VIEWER_STYLE, VIEWER_SCRIPT);
};

const section = (title: string, ...parts: readonly string[]): string =>
  `<section><h2>${title}</h2>${parts.join('')}</section>`;

/** Which program made it, and where; empty for runs of programs that did not record it. */
const madeBy = ({ provenance: { program, machine }, modules }: RunSummary): string => {
  if (program === undefined || machine === undefined) return '';
  const commit =
    program.gitHash === null ? '' : ` (${program.gitHash.slice(0, 10)}${program.isChanged ? ', changed' : ''})`;
  const own = modules.map(({ path, hash }) => `${path.split(/[\\/]/).at(-1)} (${hash.slice(0, 10)})`);
  const parts = own.length === 0 ? '' : `, with ${own.join(', ')}`;
  return ` Made by tzaar-zero ${program.version}${commit}${parts} with Node ${program.node} on ${machine.cores} × ${machine.processor}.`;
};

const begunFrom = ({ from }: RunSummary): string => {
  if (from === null) return '';
  const name = from.path.split(/[\\/]/).at(-1);
  return ` Begun from ${from.iteration === null ? name : `iteration ${from.iteration} of ${name}`} (${from.hash}).`;
};

const header = (run: RunSummary): string => {
  const { name, start, crash, begunAt, changedAt, damagedLines } = run;
  const word = runStatus(run);
  const status = `<span class="pill ${word}">${word}</span>`;
  const why =
    crash === null
      ? ''
      : `<p class="warning">It crashed ${when(crash.time)}: ${escapeHtml(crash.error || 'no reason was written')}</p>`;
  const parameters = start?.parameters ? `, ${count(start.parameters)} parameters` : '';
  const learner = start === null ? 'It has not begun to train.' : `${escapeHtml(start.learner)}${parameters}.`;
  const times = begunAt === null ? '' : ` Begun ${when(begunAt)}, last update ${when(changedAt)}.`;
  const warning =
    damagedLines === 0
      ? ''
      : `<p class="warning">${damagedLines} ${damagedLines === 1 ? 'line' : 'lines'} of metrics.jsonl could not be read and ${damagedLines === 1 ? 'is' : 'are'} missing here.</p>`;
  return `<header><p class="soft">TZAAR training run</p><h1>${escapeHtml(name)} ${status}</h1><p class="soft">${learner}${times}${escapeHtml(begunFrom(run) + madeBy(run))}</p>${why}${warning}</header>`;
};

const tiles = (run: RunSummary): string => {
  const seconds = run.iterations.reduce((sum, iteration) => sum + (iteration.seconds ?? 0), 0);
  const losses = run.iterations.findLast((iteration) => Object.keys(iteration.losses).length > 0)?.losses ?? {};
  const strongest = latestMatches(run).at(-1);
  const taught = teacherGames(run);
  const facts: (readonly [value: string, label: string])[] = [
    [`${count(run.iteration)} / ${count(Number(run.config.iterations ?? 0))}`, 'iterations'],
    [count(run.games - taught), 'games against itself'],
    ...(taught === 0 ? [] : [[count(taught), 'games of alpha-beta'] as const]),
    [count(run.samples), 'samples'],
    [hours(seconds), 'of training'],
    ...(run.best === null ? [] : [[`# ${run.best}`, 'best network'] as const]),
    ...(losses.policy === undefined ? [] : [[losses.policy.toFixed(3), 'policy loss'] as const]),
    ...(losses.value === undefined ? [] : [[losses.value.toFixed(3), 'value loss'] as const]),
    ...(strongest === undefined ? [] : [[eloText(strongest), `Elo above ${strongest.opponent}`] as const]),
  ];
  return `<div class="tiles">${facts.map(([value, label]) => `<div class="tile"><b>${escapeHtml(value)}</b><span>${escapeHtml(label)}</span></div>`).join('')}</div>`;
};

/** Games that alpha-beta played to begin with; `run.games` counts them too. */
const teacherGames = ({ iteration, games, config }: RunSummary): number => {
  const { teacherIterations, gamesPerIteration } = runSettings(config);
  return Math.min(games, Math.min(iteration, teacherIterations) * gamesPerIteration);
};

const matchTable = (matches: readonly ArenaSummary[]): string => {
  if (matches.length === 0)
    return '<p class="soft">No matches yet. The setting <code>evaluation.every</code> says how often the network is measured.</p>';
  const rows = matches.map((match) => [
    match.opponent,
    `${match.iteration}`,
    `${(100 * match.score).toFixed(1)} %`,
    match.low === null || match.high === null
      ? 'not known'
      : `${(100 * match.low).toFixed(1)}–${(100 * match.high).toFixed(1)} %`,
    eloText(match),
    match.low === null
      ? 'not known'
      : `${formatElo(match.eloLow ?? -Infinity)} to ${formatElo(match.eloHigh ?? Infinity)}`,
    match.games === null ? '' : String(match.games),
  ]);
  const head = ['opponent', 'iteration', 'score', '95 % interval', 'Elo', '95 % interval', 'games'];
  return `<div class="card">${htmlTable(head, rows)}</div>`;
};

const eloText = ({ elo, score }: ArenaSummary): string => formatElo(elo ?? (score > 0.5 ? Infinity : -Infinity));

const NEWEST_ITERATIONS = 10;

/** Of the newest iterations together, so that the picture shows enough games. */
const lengthChart = ({ iterations }: RunSummary): string => {
  const known = iterations.filter(({ lengths }) => Object.keys(lengths).length > 0).slice(-NEWEST_ITERATIONS);
  const lengths = addTallies(known.map((iteration) => iteration.lengths));
  const bins = Object.keys(lengths).map(Number);
  const [least, most] = [Math.min(...bins), Math.max(...bins)];
  const bars =
    bins.length === 0
      ? []
      : Array.from({ length: (most - least) / LENGTH_BIN + 1 }, (_, index) => least + index * LENGTH_BIN);
  return barChart(
    bars.map((from) => ({ label: String(from), value: lengths[String(from)] ?? 0 })),
    { title: `Lengths in the last ${known.length} iterations`, xLabel: 'actions', yLabel: 'games' },
  );
};

const describeGame = ({ players, notes }: GameRecord): string => {
  const iteration = notes?.iteration;
  if (players.white === ITSELF) return `iteration ${iteration}, against itself, ${notes?.sims} simulations`;
  if (players.white === players.black) return `iteration ${iteration}, ${players.white} against itself`;
  return `${nameOf(players.white)} – ${nameOf(players.black)}`;
};

/** The network under test is named by its file, which is long and the same in all games. */
const nameOf = (agent: string): string => (agent.startsWith('zero:') ? 'network' : agent);

const settingsTable = ({ config, changes, path, trainer, iteration }: RunSummary): string => {
  const known = new Map(settingRows().map((row) => [row.name, row]));
  const rows = Object.entries(config).map(([key, value]) => {
    const setting = known.get(key);
    const standard = Array.isArray(setting?.standard) ? setting.standard.join(', ') : setting?.standard;
    const changed = standard !== undefined && standard !== value ? `default ${standard}` : '';
    return [key, String(value), changed, setting?.why ?? ''];
  });
  const changed = changes.map(
    (change) => `<li>from iteration ${change.iteration} on: ${escapeHtml(describeSettings(change.settings))}</li>`,
  );
  const history = changed.length === 0 ? '' : `<p>Changed on the way:</p><ul>${changed.join('')}</ul>`;
  const isOpen = trainer === null && iteration < Number(config.iterations);
  const resume = isOpen ? `<p class="soft">Go on: <code>tzaar train --resume ${escapeHtml(path)}</code></p>` : '';
  return `<details class="card"><summary>${rows.length} settings</summary>${htmlTable(['setting', 'value', 'changed from', 'what it is'], rows)}</details>${history}${resume}`;
};

const describeSettings = (settings: FlatSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');

const count = (value: number): string =>
  value >= 1e7 ? `${(value / 1e6).toFixed(1)} M` : value.toLocaleString('en').replaceAll(',', ' '); // thin spaces group digits

const when = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;

const hours = (seconds: number): string => {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(minutes < 600 ? 1 : 0)} h`;
};

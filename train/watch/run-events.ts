/** What TensorBoard shows of an iteration besides plain numbers: distributions of games and weights, and a position. */
import { type GameRecord, parseAction, parsePosition, play } from '../../env/index.ts';
import { defineNetwork, parametersOf } from '../../models/index.ts';
import { readNetwork } from '../../models/node/index.ts';
import type { SelfPlayResult } from '../self-play-job.ts';
import { drawBoard } from './board-image.ts';
import type { EventFile } from './event-file.ts';
import { actionsInPlay, gatherStatistics } from './game-statistics.ts';
import { encodePng } from './raster.ts';

type PlayedJob = { readonly result: SelfPlayResult; readonly games: readonly GameRecord[] };

export const writeSelfPlayEvents = (events: EventFile, iteration: number, jobs: readonly PlayedJob[]): void => {
  const wallTime = Date.now() / 1000;
  for (const [name, value] of Object.entries(averageJobs(jobs)))
    events.scalar(`selfplay/${name}`, iteration, value, wallTime);
  const games = jobs.flatMap((job) => job.games);
  events.histogram('selfplay/length', iteration, games.map(actionsInPlay), wallTime);
  events.histogram('selfplay/searchValue', iteration, games.flatMap(valuesOf), wallTime);
  const board = drawBoard(middleOf(games[games.length - 1]));
  events.image('selfplay/position', iteration, encodePng(board), board.width, board.height, wallTime);
};

/** The averaged weights of a checkpoint, a histogram for each parameter. */
export const writeWeightEvents = async (events: EventFile, iteration: number, model: string): Promise<void> => {
  const { config, weights } = await readNetwork(model);
  const wallTime = Date.now() / 1000;
  for (const { name, offset, size } of parametersOf(defineNetwork(config)).slots) {
    events.histogram(`weights/${name}`, iteration, weights.subarray(offset, offset + size), wallTime);
  }
};

const averageJobs = (jobs: readonly PlayedJob[]): Record<string, number> => {
  const sum = (take: (job: PlayedJob) => number): number => jobs.reduce((total, job) => total + take(job), 0);
  const { games, whiteWins, endings } = gatherStatistics(jobs.flatMap((job) => job.games));
  const seconds = sum(({ result }) => result.seconds);
  return {
    games,
    samples: sum(({ result }) => result.samples.count),
    pliesPerGame: sum(({ result }) => result.plies) / games,
    whiteWinShare: whiteWins / games,
    ...Object.fromEntries(Object.entries(endings).map(([reason, count]) => [`ended/${reason}`, count / games])),
    samplesPerSecond: sum(({ result }) => result.samples.count) / seconds,
    networkShare: sum(({ result }) => result.networkSeconds) / seconds,
  };
};

/** What the search expected, action by action. */
const valuesOf = ({ notes }: GameRecord): number[] =>
  Array.isArray(notes?.values) ? notes.values.filter((value) => typeof value === 'number') : [];

/** Half-way through a game there is most to see. */
const middleOf = (record: GameRecord): ReturnType<typeof parsePosition> => {
  const position = parsePosition(record.start);
  const plies = record.moves.length - Math.floor(actionsInPlay(record) / 2);
  for (const move of record.moves.slice(0, plies)) play(position, parseAction(position, move));
  return position;
};

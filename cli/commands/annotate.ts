/** `tzaar annotate`: recorded games, every action judged by an agent. */
import { fstatSync } from 'node:fs';
import type { Command } from 'commander';
import { agentJudge, annotateGame } from '../../agents/index.ts';
import { type AnnotatedGame, openAgent, renderAnnotations } from '../../arena/index.ts';
import {
  type GameRecord,
  InvalidInput,
  parsePosition,
  parseRecord,
  type Replay,
  replayRecord,
} from '../../env/index.ts';
import { readTextFile, writeTextFile } from '../../fleet/index.ts';
import { shippedModel } from '../../models/node/index.ts';
import { formatDuration } from '../../train/index.ts';
import { annotationJson, formatAnnotation } from '../annotation-text.ts';
import { type DeviceOption, engineOf, withDeviceOption } from '../device-option.ts';
import { linesOf, TOO_LONG } from '../input.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { createProgress } from '../progress.ts';

type Options = PartsOption &
  DeviceOption & {
    readonly agent?: string;
    readonly json?: true;
    readonly html?: string;
    readonly stdin?: true;
  };

const DEFAULT_SIMS = 256;

export const addAnnotate = (program: Command): void => {
  withDeviceOption(withPartsOption(program.command('annotate')))
    .description('judge every action of recorded games: chances, losses, best lines, blunders (docs/play.md)')
    .argument('[games]', 'a file of game records, one JSON object a line; - for standard input')
    .option(
      '--agent <spec>',
      `who judges, such as alphabeta:ms=500; by default the shipped network with ${DEFAULT_SIMS} simulations`,
    )
    .option('--json', 'print one JSON object a game')
    .option('--html <file>', 'write one page with boards, curves and marked moves to this file')
    .option('--stdin', 'read the games from standard input')
    .action(async (file: string | undefined, options: Options) => {
      await loadPartsOption(options);
      const games = await readGames(file, options);
      const spec = options.agent ?? `zero:model=${JSON.stringify(shippedModel())},sims=${DEFAULT_SIMS}`;
      await annotateGames(games, spec, options);
    });
};

type ReadGame = { readonly record: GameRecord; readonly replay: Replay };

/** All games, played through before any is judged: a bad line must not turn up after an hour of work. */
const readGames = async (file: string | undefined, { stdin }: Options): Promise<ReadGame[]> => {
  if (file === undefined && stdin !== true)
    throw new InvalidInput('games', undefined, 'give a file of game records, or --stdin');
  const games: ReadGame[] = [];
  let number = 0;
  for await (const line of stdin || file === '-' ? standardInput() : readTextFile(file!).split('\n')) {
    number++;
    if (line === null) throw new InvalidInput('line', number, TOO_LONG);
    if (line.trim() === '') continue;
    try {
      const record = parseRecord(line);
      games.push({ record, replay: replayRecord(record) });
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw new InvalidInput('line', number, error.message, { cause: error });
    }
  }
  if (games.length === 0) throw new InvalidInput('games', file ?? '-', 'there is no game record in them');
  return games;
};

const standardInput = (): AsyncIterable<string | null> => {
  // A folder as standard input would look empty instead of failing.
  if (fstatSync(process.stdin.fd).isDirectory()) throw new InvalidInput('standard input', 'a folder', 'expected lines');
  return linesOf(process.stdin);
};

const annotateGames = async (
  games: readonly ReadGame[],
  spec: string,
  { json, html, ...options }: Options,
): Promise<void> => {
  const agent = await openAgent(spec, engineOf(options));
  const judge = agentJudge(agent);
  const progress = createProgress(false);
  const total = games.reduce((sum, { record }) => sum + record.moves.length, 0);
  const start = performance.now();
  const annotated: AnnotatedGame[] = [];
  let done = 0;
  try {
    for (const [index, { record, replay }] of games.entries()) {
      const annotation = await annotateGame(parsePosition(record.start), replay.actions, judge, {
        onProgress: ({ settled }) =>
          progress.show(describeProgress(done + settled, total, (performance.now() - start) / 1000)),
      });
      done += record.moves.length;
      const game = { record, annotation };
      requireOpinion(game, agent.name);
      annotated.push(game);
      progress.end();
      if (json) printJson(annotationJson(game, index + 1, agent.name));
      else print(`${index === 0 ? '' : '\n'}${formatAnnotation(game, index + 1, agent.name)}`);
    }
  } finally {
    progress.end();
    await agent.close();
  }
  if (html === undefined) return;
  writeTextFile(html, renderAnnotations(annotated, { title: 'Annotated TZAAR games', judge: agent.name }));
  if (!json) print(`\nwrote ${html}`);
};

/** An agent that only says what it would play cannot say what an action loses. */
const requireOpinion = ({ annotation: { actions } }: AnnotatedGame, agent: string): void => {
  if (actions.length === 0 || actions.some(({ verdict, move }) => verdict !== null || move.includes('@'))) return;
  throw new InvalidInput('agent', agent, 'it does not say what it expects, so it cannot judge');
};

const describeProgress = (done: number, total: number, seconds: number): string => {
  const left = done === 0 ? '' : `, ${formatDuration((seconds / done) * (total - done))} left`;
  return `${done} of ${total} actions judged${left}`;
};

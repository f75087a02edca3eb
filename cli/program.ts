/** The `tzaar` command: one file a command, results to stdout, everything else to stderr. */
import { Command, CommanderError } from 'commander';
import { InvalidInput } from '../env/index.ts';
import { openEvaluator, projectVersion } from '../models/node/index.ts';
import { addAblate } from './commands/ablate.ts';
import { addAgents } from './commands/agents.ts';
import { addAnalyse } from './commands/analyse.ts';
import { addAnnotate } from './commands/annotate.ts';
import { addEvaluate } from './commands/evaluate.ts';
import { addExport } from './commands/export.ts';
import { addFindings } from './commands/findings.ts';
import { addFleet } from './commands/fleet.ts';
import { addLegal } from './commands/legal.ts';
import { addMatch } from './commands/match.ts';
import { addObserve } from './commands/observe.ts';
import { addPack } from './commands/pack.ts';
import { addPerft } from './commands/perft.ts';
import { addPlanes } from './commands/planes.ts';
import { addPlay } from './commands/play.ts';
import { addRandomGame } from './commands/random-game.ts';
import { addRate } from './commands/rate.ts';
import { addRecipe } from './commands/recipe.ts';
import { addReplay } from './commands/replay.ts';
import { addReport } from './commands/report.ts';
import { addRuns } from './commands/runs.ts';
import { addSelfPlay } from './commands/selfplay.ts';
import { addServe } from './commands/serve.ts';
import { addServeEnv } from './commands/serve-env.ts';
import { addShards } from './commands/shards.ts';
import { addShow } from './commands/show.ts';
import { addSuite } from './commands/suite.ts';
import { addTournament } from './commands/tournament.ts';
import { addTrain } from './commands/train.ts';
import { addTune } from './commands/tune.ts';
import { addUgi } from './commands/ugi.ts';
import { addWorker } from './commands/worker.ts';

export const BAD_INPUT = 1;
const BAD_USAGE = 2;

const COMMANDS: readonly ((program: Command) => void)[] = [
  addShow,
  addLegal,
  addPerft,
  addRandomGame,
  addReplay,
  addPlanes,
  addObserve,
  addAgents,
  addPlay,
  addMatch,
  addTournament,
  addTune,
  addEvaluate,
  addRate,
  addSuite,
  addUgi,
  addTrain,
  addRecipe,
  addAblate,
  addRuns,
  addReport,
  addSelfPlay,
  addShards,
  addExport,
  addPack,
  addServe,
  addServeEnv,
  addWorker,
  addFleet,
  (program) => addAnalyse(program, openEvaluator),
  addAnnotate,
  addFindings,
];

/** Runs one command line; the result is the exit code. */
export const runProgram = async (args: readonly string[]): Promise<number> => {
  const program = new Command('tzaar')
    .description('A reinforcement-learning workshop for the board game TZAAR')
    .version(projectVersion())
    .showHelpAfterError('(add --help for what is accepted)')
    .exitOverride();
  for (const add of COMMANDS) add(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : BAD_USAGE; // commander has printed it
    if (!(error instanceof InvalidInput)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return BAD_INPUT;
  }
};

#!/usr/bin/env node
/** `tzaar`: one thin program, one file a command. Results go to stdout, everything else to stderr. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { InvalidInput } from '../env/index.ts';
import { addAgents } from './commands/agents.ts';
import { addEvaluate } from './commands/evaluate.ts';
import { addLegal } from './commands/legal.ts';
import { addMatch } from './commands/match.ts';
import { addObserve } from './commands/observe.ts';
import { addPerft } from './commands/perft.ts';
import { addPlanes } from './commands/planes.ts';
import { addRandomGame } from './commands/random-game.ts';
import { addRate } from './commands/rate.ts';
import { addReplay } from './commands/replay.ts';
import { addShow } from './commands/show.ts';
import { addSuite } from './commands/suite.ts';
import { addTournament } from './commands/tournament.ts';
import { addUgi } from './commands/ugi.ts';

const BAD_INPUT = 1;
const BAD_USAGE = 2;

const packageFiles = [new URL('../package.json', import.meta.url), new URL('../../package.json', import.meta.url)];
const readVersion = (): string => {
  for (const url of packageFiles) {
    try {
      return (JSON.parse(readFileSync(url, 'utf8')) as { version: string }).version;
    } catch {
      // compiled code lies one folder deeper than the sources
    }
  }
  return 'unknown';
};

const program = new Command('tzaar')
  .description('A reinforcement-learning workshop for the board game TZAAR')
  .version(readVersion())
  .showHelpAfterError('(add --help for what is accepted)')
  .exitOverride();

for (const add of [
  addShow,
  addLegal,
  addPerft,
  addRandomGame,
  addReplay,
  addPlanes,
  addObserve,
  addAgents,
  addMatch,
  addTournament,
  addEvaluate,
  addRate,
  addSuite,
  addUgi,
])
  add(program);

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`error: cannot write the output (${error.code})\n`);
  process.exit(error.code === 'EPIPE' ? 0 : BAD_INPUT);
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : BAD_USAGE; // commander has printed it
  } else if (error instanceof InvalidInput) {
    process.stderr.write(`error: ${error.message}\n`);
    process.exitCode = BAD_INPUT;
  } else {
    throw error;
  }
}

#!/usr/bin/env node
/** `tzaar`, as it is started from a shell. */
import { BAD_INPUT, runProgram } from './program.ts';

// A reader that stops early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') process.stderr.write(`error: cannot write the output (${error.code})\n`);
  process.exit(error.code === 'EPIPE' ? 0 : BAD_INPUT);
});

process.exitCode = await runProgram(process.argv.slice(2));

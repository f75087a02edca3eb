import { statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Command } from 'commander';
import { InvalidInput } from '../../env/index.ts';
import { isRun } from '../../train/index.ts';
import { type FleetOption, openFleetOption, withFleetOption } from '../fleet-option.ts';
import { wholeNumber } from '../input.ts';
import { print } from '../output.ts';
import { fleetReader } from '../serve/fleet-answer.ts';
import { isLoopback, namesOf } from '../serve/guard.ts';
import { listen, resolveHost } from '../serve/listen.ts';
import { arePagesBuilt, BUILD_PAGES, builtPages } from '../serve/pages.ts';
import { DEEPEST_RUN } from '../serve/run-list.ts';
import { createServer } from '../serve/server.ts';

type Options = FleetOption & { readonly port?: number; readonly host: string; readonly root?: string };

const DEFAULT_PORT = 8460;
const DEFAULT_ROOT = 'runs';

export const addServe = (program: Command): void => {
  withFleetOption(program.command('serve'))
    .description('the play page and the training dashboard, in a browser; stop with Ctrl-C')
    .argument('[run]', 'a run to open with: its folder, or its name under the root')
    .option('--port <number>', `${DEFAULT_PORT} or the next free one by default`, wholeNumber('port', 0, 65_535))
    .option('--host <address>', 'where to listen; by default only this machine can connect', '127.0.0.1')
    .option('--root <folder>', `the folder that holds the runs; ${DEFAULT_ROOT} by default`)
    .action(async (named: string | undefined, { port, host, root: given, ...options }: Options) => {
      const { root, run } = findRun(named, given);
      const link = await openFleetOption(options);
      const address = await resolveHost(host);
      const pages = builtPages();
      const fleet = link === undefined ? undefined : fleetReader(link);
      const app = createServer(root, { pages, hosts: namesOf(host, address), fleet });
      const server = await listen(app, host, port ?? DEFAULT_PORT, port !== undefined);
      const page = run === null ? '/dashboard' : `/dashboard?run=${encodeURIComponent(run)}`;
      print(`play:      ${server.url}/\ndashboard: ${server.url}${page}`);
      if (!arePagesBuilt(pages))
        process.stderr.write(
          `the pages are not built yet, so these addresses stay empty until you run: ${BUILD_PAGES}\n`,
        );
      if (port === undefined && server.port !== DEFAULT_PORT)
        process.stderr.write(`port ${DEFAULT_PORT} is in use; this is the next free one\n`);
      if (!isLoopback(address))
        process.stderr.write(`anyone who can reach ${host} can read the runs in ${root}; there is no password\n`);
      process.stderr.write('stop with Ctrl-C\n');
      await untilStopped();
      await server.close();
      await link?.close();
    });
};

/** A run is named by its folder, or by its name under the root. */
const findRun = (named: string | undefined, given: string | undefined): { root: string; run: string | null } => {
  if (given !== undefined && !isFolder(given)) throw new InvalidInput('root', given, 'there is no such folder');
  const root = resolve(given ?? DEFAULT_ROOT);
  if (named === undefined) return { root, run: null };
  const path = isRun(join(root, named)) && !isAbsolute(named) ? join(root, named) : resolve(named);
  if (!isRun(path)) throw new InvalidInput('run', named, `there is no config.json in it, nor in ${join(root, named)}`);
  const names = relative(root, path).split(sep);
  const isUnderRoot = !isAbsolute(relative(root, path)) && names[0] !== '..' && names.length <= DEEPEST_RUN;
  if (isUnderRoot) return { root, run: names.join('/') };
  if (given !== undefined)
    throw new InvalidInput(
      'run',
      named,
      `it does not lie in ${given}, nor in folders in it, ${DEEPEST_RUN} deep at most`,
    );
  return { root: dirname(path), run: basename(path) };
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const untilStopped = (): Promise<void> =>
  new Promise((stop) => {
    process.once('SIGINT', () => stop());
    process.once('SIGTERM', () => stop());
  });

/** `tzaar worker`: does the jobs of a fleet until it is stopped. */
import { hostname } from 'node:os';
import { type Command, Option } from 'commander';
import { defaultThreads, pairKind } from '../../arena/index.ts';
import { printable } from '../../env/index.ts';
import { serveQueue } from '../../fleet/index.ts';
import { EVALUATOR_ENGINES, type EvaluatorEngine } from '../../models/node/index.ts';
import { selfPlayKind } from '../../train/index.ts';
import { type DeviceOption, engineOf, withDeviceOption } from '../device-option.ts';
import { type FleetOption, openFleetAddress, withFleetAddress } from '../fleet-option.ts';
import { wholeNumber } from '../input.ts';
import { listenForStop } from '../listen-for-stop.ts';

type Options = FleetOption &
  DeviceOption & {
    readonly threads?: number;
    readonly engine?: EvaluatorEngine;
    readonly cache?: string;
    readonly modules: boolean;
    readonly lock: number;
  };

export const addWorker = (program: Command): void => {
  withDeviceOption(withFleetAddress(program.command('worker')))
    .description(
      'do jobs of a fleet: games of self-play and of matches; SIGTERM or Ctrl-C lets it finish those under way',
    )
    .option(
      '--threads <number>',
      'jobs done at the same time; one for each core by default',
      wholeNumber('threads', 1, 256),
    )
    .addOption(new Option('--engine <name>', 'the engine that evaluates networks').choices(EVALUATOR_ENGINES))
    .option('--cache <folder>', 'where networks and modules are kept; a folder of yours by default')
    .option('--no-modules', "refuse jobs that need users' modules, which are programs")
    .option(
      '--lock <seconds>',
      'how long a job waits for a worker that went silent',
      wholeNumber('seconds', 1, 3600),
      30,
    )
    .action(serve);
};

const serve = async ({
  threads = defaultThreads(),
  engine,
  cache,
  modules,
  lock,
  ...options
}: Options): Promise<void> => {
  const link = await openFleetAddress(options);
  const say = (line: string): void => void process.stderr.write(`${clock()} ${printable(line)}\n`);
  const stop = listenForStop('finishing the jobs under way; then it ends');
  try {
    const worker = await serveQueue(link, {
      kinds: [selfPlayKind, pairKind],
      threads,
      evaluator: { ...engineOf(options), ...(engine !== undefined && { engine }) },
      ...(cache !== undefined && { cache }),
      modules,
      lockMs: lock * 1000,
      say,
    });
    say(
      `worker ${process.pid} on ${hostname()} serves ${link.address.shown} with ${threads} threads; blobs in ${link.blobs.name}`,
    );
    await aborted(stop.signal);
    await worker.drain();
    const { done, failed } = worker.counts();
    say(`${done} jobs done${failed > 0 ? `, ${failed} failed` : ''}`);
  } finally {
    stop.release();
    await link.close();
  }
};

const clock = (): string => new Date().toISOString().slice(11, 19);

/** A timer keeps the process alive while it waits for jobs. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {}, 60_000);
    const end = (): void => {
      clearInterval(timer);
      resolve();
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });

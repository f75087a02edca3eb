/** `tzaar fleet status`: who belongs to a fleet, what waits, and what was set aside. */
import type { Command } from 'commander';
import { formatColumns } from '../../arena/index.ts';
import { type FleetStatus, type QueueStatus, readFleetStatus } from '../../fleet/index.ts';
import { formatDuration } from '../../train/index.ts';
import { type FleetOption, openFleetAddress, withFleetAddress } from '../fleet-option.ts';
import { print, printJson } from '../output.ts';

type Options = FleetOption & { readonly json?: true };

export const addFleet = (program: Command): void => {
  const fleet = program.command('fleet').description('look at a fleet of workers (docs/scale-out.md)');
  withFleetAddress(fleet.command('status'))
    .description('workers, trainers, jobs that wait, and jobs that were set aside with their errors')
    .option('--json', 'print one JSON object')
    .action(async ({ json, ...options }: Options) => {
      const link = await openFleetAddress(options);
      try {
        const status = await readFleetStatus(link);
        if (json) printJson(status);
        else print(formatStatus(status));
      } finally {
        await link.close();
      }
    });
};

const formatStatus = ({ fleet, redis, workers, trainers, queues }: FleetStatus): string => {
  const { version, memoryBytes, memoryLimit } = redis;
  const limit = memoryLimit === null ? '' : ` of ${megabytes(memoryLimit)}`;
  const sections = [`${fleet}: Redis ${version}, ${megabytes(memoryBytes)}${limit}`];
  if (trainers.length > 0)
    sections.push(
      formatColumns([
        ['trainer', 'gives', 'in flight', 'accepted', 'up', ''],
        ...trainers.map(({ host, pid, kind, inFlight, accepted, upSeconds, isSilent, silentSeconds }) => [
          `${host} ${pid}`,
          kind,
          String(inFlight),
          String(accepted),
          formatDuration(upSeconds),
          isSilent ? `silent for ${formatDuration(silentSeconds)}` : '',
        ]),
      ]),
    );
  if (workers.length > 0)
    sections.push(
      formatColumns([
        ['worker', 'busy', 'done', 'an hour', 'failed', 'up', ''],
        ...workers.map(({ host, pid, threads, busy, done, failed, upSeconds, isSilent, silentSeconds }) => [
          `${host} ${pid}`,
          `${busy} of ${threads}`,
          String(done),
          upSeconds === 0 ? '' : ((3600 * done) / upSeconds).toFixed(0),
          String(failed),
          formatDuration(upSeconds),
          isSilent ? `silent for ${formatDuration(silentSeconds)}` : '',
        ]),
      ]),
    );
  else sections.push('no workers');
  sections.push(...queues.map(formatQueue));
  return sections.join('\n\n');
};

const formatQueue = ({ name, terms, waiting, active, finished, threads, setAside, failures }: QueueStatus): string => {
  const head = `${name}: ${waiting} waiting, ${active} under way on ${threads} threads, ${finished} finished, ${setAside} set aside`;
  const about = terms === null ? [] : [`  ${terms.program}, ${terms.environment}, ${terms.engine}`];
  const told = failures.map(({ job, error, secondsAgo }) => `  ${job}, ${formatDuration(secondsAgo)} ago: ${error}`);
  return [head, ...about, ...told].join('\n');
};

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

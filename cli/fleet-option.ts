/** `--fleet ADDRESS` and `--blobs ADDRESS`, on every command whose work can be done on other machines. */
import { type Command, Option } from 'commander';
import { InvalidInput } from '../env/index.ts';
import { type FleetLink, openFleetLink } from '../fleet/index.ts';

export type FleetOption = { readonly fleet?: string; readonly blobs?: string };

/** Read from the environment, where it is neither in the list of processes nor in the history of a shell. */
const FROM_ENVIRONMENT = 'env';

export const withFleetOption = (command: Command): Command =>
  command
    .option(
      '--fleet <address>',
      `a fleet of workers: redis://…, or ${FROM_ENVIRONMENT} for the address in TZAAR_FLEET (docs/scale-out.md)`,
    )
    .addOption(blobsOption());

const blobsOption = (): Option =>
  new Option('--blobs <address>', 'what the machines of a fleet share: file:///folder or s3://bucket/folder').env(
    'TZAAR_BLOBS',
  );

/** The same where a fleet is what the command is about. */
export const withFleetAddress = (command: Command): Command =>
  command
    .addOption(
      new Option('--fleet <address>', 'the fleet, as in redis://host:6379; a password is safer in the environment').env(
        'TZAAR_FLEET',
      ),
    )
    .addOption(blobsOption());

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Nothing without `--fleet`. */
export const openFleetOption = async ({ fleet, blobs }: FleetOption): Promise<FleetLink | undefined> =>
  fleet === undefined
    ? undefined
    : openFleetAddress({
        fleet: fleet === FROM_ENVIRONMENT ? fromEnvironment() : fleet,
        ...(blobs !== undefined && { blobs }),
      });

export const openFleetAddress = async ({ fleet, blobs }: FleetOption): Promise<FleetLink> => {
  if (fleet === undefined) throw new InvalidInput('fleet', undefined, 'give --fleet redis://…, or set TZAAR_FLEET');
  return openFleetLink({ fleet, blobs }, say);
};

const fromEnvironment = (): string => {
  const address = process.env.TZAAR_FLEET;
  if (address === undefined) throw new InvalidInput('fleet', FROM_ENVIRONMENT, 'TZAAR_FLEET is not set');
  return address;
};

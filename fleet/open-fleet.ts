/** A fleet of one kind of job: threads of this process, or, with a link, workers anywhere. What is given to it cannot tell. */
import type { Fleet } from './fleet.ts';
import type { JobKind } from './job-kind.ts';
import { LocalNetworkStore, type NetworkStore } from './network-store.ts';
import type { FleetLink } from './queue/fleet-link.ts';
import { QueueFleet } from './queue/queue-fleet.ts';
import { QueueNetworks } from './queue/queue-networks.ts';
import { ThreadFleet, type ThreadFleetOptions } from './thread-fleet.ts';

/** What `openFleet` is told besides the kind. */
export type FleetOptions = Omit<ThreadFleetOptions, 'worker' | 'isRemote'> & {
  /** Where the workers are; without one, `threads` of this process. */
  readonly link?: FleetLink | undefined;
};

/** Makes a fleet; the caller closes it, and its link. */
export const openFleet = <Job extends object, Result>(
  kind: JobKind<Job, Result>,
  { link, ...options }: FleetOptions,
): Fleet<Job, Result> =>
  link === undefined
    ? new ThreadFleet<Job, Result>({ ...options, worker: kind.worker })
    : new QueueFleet<Job, Result>({ ...options, kind, link });

/** For fleets that play with the same networks. */
export const openNetworks = (link?: FleetLink): NetworkStore =>
  link === undefined ? new LocalNetworkStore() : new QueueNetworks(link.blobs);

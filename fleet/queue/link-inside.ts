/**
 * What a link holds of the packages behind it. Kept out of its type, so that programs which use this one without a fleet compile
 * without those packages.
 */
import type { Redis } from 'ioredis';
import type { FleetLink } from './fleet-link.ts';
import type { QueuePackages } from './load-queue.ts';

export type LinkInside = {
  readonly packages: QueuePackages;
  /** For short commands; queues that wait have connections of their own. */
  readonly redis: Redis;
};

const insides = new WeakMap<FleetLink, LinkInside>();

export const keepInside = (link: FleetLink, inside: LinkInside): FleetLink => {
  insides.set(link, inside);
  return link;
};

export const insideOf = (link: FleetLink): LinkInside => {
  const inside = insides.get(link);
  if (inside === undefined) throw new Error('this link was not made by openFleetLink');
  return inside;
};

/** What the server tells of a fleet: its status, asked for at most once a second however many pages look. */
import { type FleetLink, type FleetStatus, readFleetStatus } from '../../fleet/index.ts';

/** Both null where the server was told of no fleet. */
export type FleetAnswer = {
  readonly status: FleetStatus | null;
  /** Why there is no status. */
  readonly error: string | null;
};

export const NO_FLEET: FleetAnswer = { status: null, error: null };

const FRESH_MS = 1000;
/** A server that is away would be waited for. */
const PATIENCE_MS = 3000;

export const fleetReader = (link: FleetLink): (() => Promise<FleetAnswer>) => {
  let asked: Promise<FleetAnswer> | null = null;
  let askedMs = 0;
  return () => {
    if (asked === null || performance.now() - askedMs > FRESH_MS) {
      askedMs = performance.now();
      asked = ask(link);
    }
    return asked;
  };
};

const ask = async (link: FleetLink): Promise<FleetAnswer> => {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
  const status = await Promise.race([readFleetStatus(link).catch(() => null), late]);
  return status === null ? { status, error: `${link.address.shown} does not answer` } : { status, error: null };
};

/** What the page asks the server. All addresses are relative to the page, so that a proxy may put both anywhere. */
import type { FleetAnswer } from '../../cli/serve/fleet-answer.ts';
import type { RecentGame } from '../../cli/serve/recent-games.ts';
import type { Listing } from '../../cli/serve/run-list.ts';
import type { RunOverview } from '../../cli/serve/run-overview.ts';

export type { ListedArena, ListedRun, Listing } from '../../cli/serve/run-list.ts';
export type { FleetAnswer, RecentGame, RunOverview };

/** The server refused, or what answered is not this server. The message is for people. */
export class ServerSaidNo extends Error {
  override readonly name = 'ServerSaidNo';
}

export const fetchListing = (signal: AbortSignal): Promise<Listing> => getJson('api/runs', signal);

export const fetchFleet = (signal: AbortSignal): Promise<FleetAnswer> => getJson('api/fleet', signal);

/** Of the iterations only those after `since`. */
export const fetchOverview = (run: string, since: number, signal: AbortSignal): Promise<RunOverview> =>
  getJson(`${runPath(run)}${since === 0 ? '' : `?since=${since}`}`, signal);

/** Games that are newer than the one named `after`, newest first. */
export const fetchGames = async (run: string, after: string | null, signal: AbortSignal): Promise<RecentGame[]> => {
  const query = after === null ? '' : `?after=${encodeURIComponent(after)}`;
  return (await getJson<{ games: RecentGame[] }>(`${runPath(run)}/games${query}`, signal)).games;
};

export const openEvents = (run: string, offset: number): EventSource =>
  new EventSource(`${runPath(run)}/events?after=${offset}`);

/** The address of a report or another file of a folder under the root. */
export const filePath = (folder: string, path: string): string =>
  `${runPath(folder)}/files/${path.split('/').map(encodeURIComponent).join('/')}`;

const runPath = (run: string): string => `api/runs/${encodeURIComponent(run)}`;

const getJson = async <Answer>(path: string, signal: AbortSignal): Promise<Answer> => {
  const response = await fetch(path, { signal });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answer = isJson ? ((await response.json()) as Answer & { readonly error?: string }) : null;
  if (response.ok && answer !== null) return answer;
  throw new ServerSaidNo(answer?.error ?? `the server answered ${response.status} to ${path}; is it tzaar serve?`);
};

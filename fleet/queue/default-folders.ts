/** Where blobs and caches lie unless users say otherwise: in a folder of this user's. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ownFolder = (): string => join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tzaar-zero');

/** Shared by all programs of this user here, and on a cluster whose machines share the user's home. */
export const defaultBlobs = (): string => pathToFileURL(join(ownFolder(), 'blobs')).href;

/** What a worker has fetched. */
export const defaultCache = (): string => join(ownFolder(), 'worker');

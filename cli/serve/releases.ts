/** Released models under the root, for the play page: which there are, and their files. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Context } from 'hono';
import { MANIFEST_FILE, RELEASE_FILES } from '../../models/index.ts';
import { RUN_FOLDERS } from '../../train/index.ts';
import { sayNo } from './guard.ts';
import { fileInside, folderInside, foldersIn, namesIn, readInside } from './inside.ts';
import { DEEPEST_RUN } from './run-list.ts';
import { sendFile } from './send-file.ts';

export type ListedRelease = {
  readonly name: string;
  /** Where its files lie on this server, relative to the pages and with a slash at the end. */
  readonly url: string;
  readonly changed: string;
};

/** How deep in a run's folder a release is looked for: `releases/best` is the second. */
const DEEPEST_IN_RUN = 2;
/** Folders of a run that hold thousands of files and never a release. */
const NEVER = RUN_FOLDERS;

/** Newest first, those in the folder `run` of the root if one is named. Whether one can be used is found out by loading it. */
export const listReleases = (root: string, run = ''): ListedRelease[] =>
  (run === ''
    ? foldersUnder(root, '', DEEPEST_RUN + DEEPEST_IN_RUN)
    : [run, ...foldersUnder(root, run, DEEPEST_IN_RUN)]
  )
    .flatMap((path) => {
      const manifest = `${path}/${MANIFEST_FILE}`;
      const file = fileInside(root, manifest);
      const changed = file === null ? undefined : statSync(file, { throwIfNoEntry: false });
      if (changed === undefined) return [];
      const url = `models/${path.split('/').map(encodeURIComponent).join('/')}/`;
      return [{ name: nameOf(root, manifest) ?? path, url, changed: changed.mtime.toISOString() }];
    })
    .sort((one, other) => other.changed.localeCompare(one.changed));

export const serveRelease = (context: Context, root: string, path: string): Response => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isOfRelease = name === MANIFEST_FILE || RELEASE_FILES.includes(name);
  const hasManifest = fileInside(root, `${path.slice(0, -name.length)}${MANIFEST_FILE}`) !== null;
  const type = { '.json': 'application/json', '.md': 'text/plain; charset=utf-8' }[extname(name)];
  const file = isOfRelease && hasManifest ? sendFile(context, root, path, type ?? 'application/octet-stream') : null;
  return file ?? sayNo(context, 404, `there is no file ${JSON.stringify(path)} of a released model`);
};

const foldersUnder = (root: string, path: string, depth: number): string[] => {
  const folder = path === '' ? root : folderInside(root, path);
  if (folder === null || depth === 0) return [];
  const names = namesIn(folder).filter((name) => !NEVER.includes(name));
  const plain = new Set(foldersIn(folder)); // a release may be a link, but nothing is looked for behind one
  return names.flatMap((name) => {
    const inner = path === '' ? name : `${path}/${name}`;
    if (folderInside(root, inner) === null) return [];
    return [inner, ...(plain.has(name) ? foldersUnder(root, inner, depth - 1) : [])];
  });
};

const nameOf = (root: string, manifest: string): string | null => {
  try {
    const { name } = JSON.parse(readInside(root, manifest) ?? '{}');
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
};

/** Released models under the root, for the play page: which there are, and their files. */
import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import type { Context } from 'hono';
import { MANIFEST_FILE, RELEASE_FILES } from '../../models/index.ts';
import { sayNo } from './guard.ts';
import { fileInside, folderInside, namesIn } from './inside.ts';

export type ListedRelease = {
  readonly name: string;
  /** Where its files lie on this server, relative to the pages and with a slash at the end. */
  readonly url: string;
  readonly changed: string;
};

/** How deep under the root a release is looked for: `runs/001/releases/best` is the third. */
const DEEPEST = 3;
/** Folders of a run that hold thousands of files and never a release. */
const NEVER = ['checkpoints', 'games', 'shards'];

/** Newest first. Whether one can be used is for whoever loads it to find out. */
export const listReleases = (root: string): ListedRelease[] =>
  foldersUnder(root, '', DEEPEST)
    .flatMap((path) => {
      const manifest = fileInside(root, `${path}/${MANIFEST_FILE}`);
      if (manifest === null) return [];
      const url = `models/${path.split('/').map(encodeURIComponent).join('/')}/`;
      return [{ name: nameOf(manifest) ?? path, url, changed: statSync(manifest).mtime.toISOString() }];
    })
    .sort((one, other) => other.changed.localeCompare(one.changed));

export const serveRelease = (context: Context, root: string, path: string): Response => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isOfRelease = name === MANIFEST_FILE || RELEASE_FILES.includes(name);
  const hasManifest = fileInside(root, `${path.slice(0, -name.length)}${MANIFEST_FILE}`) !== null;
  const file = isOfRelease && hasManifest ? fileInside(root, path) : null;
  if (file === null) return sayNo(context, 404, `there is no file ${JSON.stringify(path)} of a released model`);
  const type = { '.json': 'application/json', '.md': 'text/plain; charset=utf-8' }[extname(name)];
  return context.body(new Uint8Array(readFileSync(file)), 200, { 'Content-Type': type ?? 'application/octet-stream' });
};

const foldersUnder = (root: string, path: string, depth: number): string[] => {
  const folder = path === '' ? root : folderInside(root, path);
  if (folder === null || depth === 0) return [];
  const names = namesIn(folder).filter((name) => !NEVER.includes(name));
  return names.flatMap((name) => {
    const inner = path === '' ? name : `${path}/${name}`;
    return folderInside(root, inner) === null ? [] : [inner, ...foldersUnder(root, inner, depth - 1)];
  });
};

const nameOf = (manifest: string): string | null => {
  try {
    const { name } = JSON.parse(readFileSync(manifest, 'utf8'));
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
};

/** The proof that the native backend works: another process loads it and takes training steps with it. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type Proof = { readonly works: boolean; readonly says: string };

const PROGRAM = fileURLToPath(new URL('./train-a-little.ts', import.meta.url));

export const prove = (): Proof => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', PROGRAM], { encoding: 'utf8' });
  if (status === 0) return { works: true, says: stdout.trim() };
  return { works: false, says: lastLine(stderr) };
};

/** Failures come after whatever libraries had to say before. */
const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? 'it died without a word';

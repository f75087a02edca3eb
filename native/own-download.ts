/** tfjs-node's own way: its install script fetches TensorFlow and a ready-made addon from the bucket it names. */
import { execFileSync } from 'node:child_process';

const PATIENCE_MS = 10_000;

/** What stands in the way of the download, or `null`: some firewalls drop packets, and the script would wait forever. */
export const isReachable = async (host: string): Promise<string | null> => {
  try {
    await fetch(host, { method: 'HEAD', signal: AbortSignal.timeout(PATIENCE_MS) });
    return null;
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return `${new URL(host).host} does not answer (${cause?.code ?? message})`;
  }
};

/** `npm run` puts the tools of node_modules on the path, which the script needs. */
export const runOwnInstall = (copy: string): void => {
  execFileSync('npm', ['run', 'install', '--silent'], { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] });
};

/** tfjs-node, TensorFlow's own kernels for tfjs; there after `npm run native`. */
import util from 'node:util';

type OldUtil = { isNullOrUndefined?: (value: unknown) => boolean; isArray?: (value: unknown) => boolean };

/** Registers the native backend with tfjs; throws in one line if the addon is not built. */
export const loadNativeTfjs = async (): Promise<void> => {
  // tfjs-node 4.22 still calls what Node 23 has removed.
  const old = util as OldUtil;
  old.isNullOrUndefined ??= (value) => value === null || value === undefined;
  old.isArray ??= Array.isArray;
  // TensorFlow describes its build on stderr at every start; errors still come through.
  process.env.TF_CPP_MIN_LOG_LEVEL ??= '2';
  try {
    await import('@tensorflow/tfjs-node');
  } catch (error) {
    const message = error instanceof Error ? error.message.split('\n')[0].trim() : String(error);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    const why = message.includes('native addon module')
      ? 'the addon of tfjs-node is not built'
      : isMissing
        ? 'tfjs-node is not installed'
        : message;
    throw new Error(`${why} (${remedy(message)})`, { cause: error });
  }
};

/** The script that builds it is in the clone alone; elsewhere npm does it. */
const remedy = (message: string): string => {
  if (import.meta.url.endsWith('.ts')) return 'npm run native builds it';
  if (message.includes('native addon module'))
    return 'npm rebuild @tensorflow/tfjs-node --ignore-scripts=false builds it';
  return 'npm install @tensorflow/tfjs-node brings it; nothing needs it';
};

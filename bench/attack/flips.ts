/** Single bits that change in the files of a run: what is read back must notice every one of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput, type Rng, randomBelow } from '../../env/index.ts';
import { decodeLearner, decodeNetwork } from '../../models/index.ts';
import {
  decodeShard,
  type Experiment,
  jobName,
  makeJob,
  originOf,
  readBest,
  readRunConfig,
} from '../../train/index.ts';
import { findRunPoint } from '../../train/run/checkpoints.ts';

export type FlipCount = { readonly file: string; readonly flips: number; readonly told: number };

/** Reads a file of a run as a run that goes on does. */
type Reader = { readonly file: string; read(bytes: Uint8Array): unknown };

/** Flips `flips` random bits, one at a time, in each kind of file that a run reads back. */
export const flipBits = async (
  run: string,
  experiment: Experiment,
  flips: number,
  rng: Rng,
): Promise<readonly FlipCount[]> => {
  const counts: FlipCount[] = [];
  for (const { file, read } of await readersOf(run, experiment)) {
    const whole = readFileSync(join(run, file));
    await read(whole);
    let told = 0;
    for (let flip = 0; flip < flips; flip++) {
      const bytes = Uint8Array.from(whole);
      const bit = randomBelow(rng, whole.length * 8);
      bytes[bit >> 3] ^= 1 << (bit & 7);
      if (await refuses(() => read(bytes))) told++;
    }
    writeFileSync(join(run, file), whole);
    counts.push({ file, flips, told });
  }
  return counts;
};

/** An error that is no `InvalidInput` is a stack trace for the user, and thrown on. */
const refuses = async (read: () => unknown): Promise<boolean> => {
  try {
    await read();
    return false;
  } catch (error) {
    if (error instanceof InvalidInput) return true;
    throw error;
  }
};

const readersOf = async (run: string, experiment: Experiment): Promise<readonly Reader[]> => {
  const name = jobName(1, 0);
  const job = await makeJob(experiment, name, async () => 'of no iteration with a network');
  const { network: _network, ...wanted } = originOf(experiment, job);
  const onDisk = (file: string, read: () => unknown): Reader => ({
    file,
    read: (bytes) => {
      writeFileSync(join(run, file), bytes);
      return read();
    },
  });
  return [
    { file: join('shards', `${name}.npz`), read: (bytes) => decodeShard(bytes, name, experiment.heads, wanted) },
    { file: join('checkpoints', '000001.learner'), read: (bytes) => decodeLearner(bytes, 'learner') },
    { file: join('checkpoints', '000001.network'), read: (bytes) => decodeNetwork(bytes, 'network') },
    onDisk('config.json', () => readRunConfigOfNow(run)),
    onDisk('best.json', () => readBest({ path: run })),
    onDisk('state.json', async () => {
      // Mended from the copy beside the checkpoint, and told.
      const { damage } = await findRunPoint({ path: run });
      if (damage.length > 0) throw new InvalidInput('run', run, damage.join('; '));
    }),
  ];
};

/** A config that claims to be of an older program is not gone on with. */
const readRunConfigOfNow = (run: string): void => {
  const { version } = readRunConfig(run);
  if (version < 3) throw new InvalidInput('run', run, 'it is of an older program');
};

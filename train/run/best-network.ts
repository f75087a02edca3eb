/** Which network of a run is exported: `best.json` names the one that no later one was proven better than. */
import { InvalidInput } from '../../env/index.ts';
import { writeAtomic } from '../../fleet/index.ts';
import { readRunJson } from './read-json.ts';
import { bestFile } from './run-files.ts';
import type { RunFolder } from './run-folder.ts';

/** Which network of a run is the best. */
export type BestNetwork = {
  /** The iteration whose network it is. */
  readonly iteration: number;
  /** The last iteration that was tested against it. */
  readonly judged: number;
};

/** `null` until a network has been judged. */
export const readBest = ({ path }: RunFolder): BestNetwork | null => {
  const file = bestFile(path);
  const { iteration, judged } = readRunJson(file, path) ?? { iteration: null, judged: null };
  if (iteration === null && judged === null) return null;
  if (Number.isSafeInteger(iteration) && Number.isSafeInteger(judged))
    return { iteration: iteration as number, judged: judged as number };
  throw new InvalidInput('file', file, 'it does not name the best network; remove it and the next test starts over');
};

/** Writes down which network is the best. */
export const writeBest = ({ path }: RunFolder, best: BestNetwork): void =>
  writeAtomic(bestFile(path), `${JSON.stringify(best)}\n`);

/** Which network of a run is exported: `best.json` names the one that no later one was proven better than. */
import { InvalidInput, problemsOf, record, whole } from '../../env/index.ts';
import { writeAtomic } from '../../fleet/index.ts';
import { formatSealed, readRunJson } from './read-json.ts';
import { bestFile } from './run-files.ts';
import type { RunFolder } from './run-folder.ts';

/** Which network of a run is the best. */
export type BestNetwork = {
  /** The iteration whose network it is. */
  readonly iteration: number;
  /** The last iteration that was tested against it. */
  readonly judged: number;
};

const BEST = record({ iteration: whole(0), judged: whole(0) });

/** `null` until a network has been judged. */
export const readBest = ({ path }: RunFolder): BestNetwork | null => {
  const file = bestFile(path);
  const found = readRunJson(file, path, { sealed: 'if it has one' });
  if (found === null) return null;
  // Other keys are problems too: one of them may have been the seal.
  if (problemsOf(BEST, found).length === 0) return found as BestNetwork;
  throw new InvalidInput('file', file, 'it does not name the best network; remove it and the next test starts over');
};

/** Writes down which network is the best. */
export const writeBest = ({ path }: RunFolder, best: BestNetwork): void =>
  writeAtomic(bestFile(path), formatSealed(best));

/** Exports a network as a released model, with all that is known of it; what `tzaar export` and `tzaar train` do. */

import type { Precision } from '../../models/index.ts';
import { readNetwork, weightsHash } from '../../models/node/index.ts';
import { encodeModel, withoutAuxiliaryHeads } from '../../models/release/encode-release.ts';
import { compareNetworks, describeComparison, type NetworkComparison } from './compare-networks.ts';
import type { ExportSource } from './export-source.ts';
import { type MeasuredResults, strengthRows } from './export-strength.ts';
import { checkReplaceable } from './release-folder.ts';
import { type WrittenRelease, writeRelease } from './write-release.ts';

/** What `exportModel` is told. */
export type ExportOptions = {
  readonly out: string;
  readonly precision?: Precision;
  readonly name?: string;
  readonly licence?: string;
  /** What the card says of its strength; results without a match of this network are refused. */
  readonly results?: readonly MeasuredResults[];
};

/** A released model as it was written, and what rounding cost. */
export type ExportResult = WrittenRelease & {
  /** Against the trained weights; `null` where nothing was rounded. */
  readonly comparison: NetworkComparison | null;
};

/** The licence of released models unless told otherwise. */
export const DEFAULT_LICENCE = 'MIT';

const STRENGTH_NOTE = 'the strength below was measured before rounding';

/** Writes a released model, which appears whole or not at all. */
export const exportModel = async (
  source: ExportSource,
  { out, precision = 'float32', name = source.name, licence = DEFAULT_LICENCE, results = [] }: ExportOptions,
): Promise<ExportResult> => {
  checkReplaceable(out); // before anything that takes long
  const trained = await readNetwork(source.path);
  const released = encodeModel(trained, precision).network;
  const network = { path: source.path, name, hashes: [trained, released].map(weightsHash) };
  const strengths = results.map((each) => strengthRows(each, network));
  const areOfReleased = strengths.every(({ isOfReleased }) => isOfReleased);
  const comparison = precision === 'float32' ? null : await compareNetworks(withoutAuxiliaryHeads(trained), released);
  const facts = {
    name,
    licence,
    setups: source.setups,
    provenance: source.provenance,
    strength: strengths.flatMap(({ rows }) => rows),
    notes: comparison === null ? [] : [...describeComparison(comparison), ...(areOfReleased ? [] : [STRENGTH_NOTE])],
  };
  return { ...(await writeRelease(trained, facts, { out, precision })), comparison };
};

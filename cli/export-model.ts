/** Exports a network as a released model, with all that is known of it; what `tzaar export` and `tzaar train` do. */
import type { Precision, StrengthRow } from '../models/index.ts';
import { checkReplaceable, readNetwork, type WrittenRelease, writeRelease } from '../models/node/index.ts';
import { encodeModel, withoutAuxiliaryHeads } from '../models/release/encode-release.ts';
import { compareNetworks, describeComparison, type NetworkComparison } from './compare-networks.ts';
import type { ExportSource } from './export-source.ts';

export type ExportOptions = {
  readonly out: string;
  readonly precision?: Precision;
  readonly name?: string;
  readonly licence?: string;
  readonly strength?: readonly StrengthRow[];
};

export type ExportResult = WrittenRelease & {
  /** Against the trained weights; `null` where nothing was rounded. */
  readonly comparison: NetworkComparison | null;
};

export const DEFAULT_LICENCE = 'MIT';

export const exportModel = async (
  source: ExportSource,
  { out, precision = 'float32', name, licence = DEFAULT_LICENCE, strength = [] }: ExportOptions,
): Promise<ExportResult> => {
  checkReplaceable(out); // before anything that takes long
  const trained = await readNetwork(source.path);
  const comparison =
    precision === 'float32'
      ? null
      : await compareNetworks(withoutAuxiliaryHeads(trained), encodeModel(trained, precision).network);
  const facts = {
    name: name ?? source.name,
    licence,
    setups: source.setups,
    provenance: source.provenance,
    strength,
    notes: comparison === null ? [] : describeComparison(comparison),
  };
  return { ...(await writeRelease(trained, facts, { out, precision })), comparison };
};

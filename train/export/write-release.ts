/** Writes a released model: every file made and verified under a temporary name, then the folder moved into place. */
import { ACTION_COUNT, ENVIRONMENT_VERSION, PLANES, type Setup } from '../../env/index.ts';
import { defineNetwork } from '../../models/network/network.ts';
import { type NetworkWeights, parametersOf } from '../../models/network/parameters.ts';
import { projectVersion, sourceHash } from '../../models/node/project-version.ts';
import { encodeModel } from '../../models/release/encode-release.ts';
import { sha256Hex } from '../../models/release/load-release.ts';
import { makeSelfcheck } from '../../models/release/make-selfcheck.ts';
import {
  CARD_FILE,
  formatManifest,
  GRAPH_FILE,
  MANIFEST_FILE,
  ONNX_FILE,
  type Precision,
  type Provenance,
  parseManifest,
  RELEASE_FORMAT,
  RELEASE_VERSION,
  type ReleaseFile,
  type ReleaseManifest,
  SELFCHECK_FILE,
  type StrengthRow,
  WEIGHTS_FILE,
} from '../../models/release/manifest.ts';
import { type CardFacts, writeCard } from '../../models/release/model-card.ts';
import type { Selfcheck } from '../../models/release/selfcheck.ts';
import { writeFolder } from './release-folder.ts';
import { type FormatCheck, verifyRelease } from './verify-release.ts';

/** What is known of a network besides its weights. */
export type ReleaseFacts = {
  readonly name: string;
  readonly licence: string;
  readonly setups: readonly Setup[];
  /** Versions and time are added here. */
  readonly provenance: Omit<Provenance, 'projectVersion' | 'gitHash' | 'created'>;
  readonly strength: readonly StrengthRow[];
  /** What rounding the weights changed, for the card. */
  readonly notes?: readonly string[];
};

export type WriteOptions = {
  /** The folder; one that is there already must be a released model. */
  readonly out: string;
  readonly precision?: Precision;
};

/** A released model as it was written and read back. */
export type WrittenRelease = {
  readonly out: string;
  readonly manifest: ReleaseManifest;
  /** The network as it is read back: rounded, without auxiliary heads. */
  readonly network: NetworkWeights;
  /** The worst errors of each format on the selfcheck. */
  readonly checks: readonly FormatCheck[];
};

/** Writes the files of a released model and reads them back. */
export const writeRelease = async (
  trained: NetworkWeights,
  facts: ReleaseFacts,
  { out, precision = 'float32' }: WriteOptions,
): Promise<WrittenRelease> => {
  const version = projectVersion();
  const { network, graph, weights, onnx } = encodeModel(trained, precision, `tzaar-zero ${version}`);
  const card: CardFacts = {
    format: RELEASE_FORMAT,
    version: RELEASE_VERSION,
    name: facts.name,
    licence: facts.licence,
    environment: ENVIRONMENT_VERSION,
    actions: ACTION_COUNT,
    planes: PLANES.map(({ name }) => name),
    setups: facts.setups,
    network: network.config,
    parameters: parametersOf(defineNetwork(network.config)).size,
    precision,
    weights: { file: WEIGHTS_FILE, list: GRAPH_FILE },
    provenance: {
      ...facts.provenance,
      projectVersion: version,
      gitHash: sourceHash(),
      created: new Date().toISOString(),
    },
    strength: facts.strength,
  };
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const files = new Map([
    [GRAPH_FILE, graph],
    [WEIGHTS_FILE, weights],
    [ONNX_FILE, onnx],
    [SELFCHECK_FILE, encode(`${JSON.stringify(await selfcheckOf(network))}\n`)],
    [CARD_FILE, encode(writeCard(card, facts.notes))],
  ]);
  const manifest = parseManifest({ ...card, files: await describeFiles(files) }, out); // facts come from outside too
  files.set(MANIFEST_FILE, encode(formatManifest(manifest)));
  let checks: readonly FormatCheck[] = [];
  await writeFolder(out, files, async (folder) => {
    checks = await verifyRelease(folder);
  });
  return { out, manifest, network, checks };
};

/** What the network must say is what our own reader of programs computes with tfjs, the reference of all engines. */
const selfcheckOf = async ({ config, weights }: NetworkWeights): Promise<Selfcheck> => {
  const [{ chooseBackend }, { TfjsEvaluator }] = await Promise.all([
    import('../../models/tfjs/backend.ts'),
    import('../../models/tfjs/tfjs-evaluator.ts'),
  ]);
  await chooseBackend('wasm');
  const evaluator = new TfjsEvaluator(config, weights);
  const selfcheck = await makeSelfcheck(evaluator, config);
  await evaluator.close();
  return selfcheck;
};

const describeFiles = (files: ReadonlyMap<string, Uint8Array>): Promise<ReleaseFile[]> =>
  Promise.all(
    Array.from(files, async ([name, bytes]) => ({ name, size: bytes.length, sha256: await sha256Hex(bytes) })),
  );

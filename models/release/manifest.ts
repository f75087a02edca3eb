/**
 * `manifest.json` of a released model: what it is, what it was made for and from, how strong it was measured, and the
 * size and SHA-256 of every other file of its folder. It comes from strangers: closed, checked, all problems at once.
 */
import {
  exactly,
  fitting,
  InvalidInput,
  isRecord,
  joinProblems,
  list,
  matching,
  maybe,
  orNull,
  preview,
  problemsOf,
  real,
  record,
  type Schema,
  SETUPS,
  type Setup,
  text,
  whole,
  word,
} from '../../env/index.ts';
import { checkMadeFor } from '../files/network-file.ts';
import type { NetworkConfig } from '../network/network-config.ts';

/** What `format` says in a manifest. */
export const RELEASE_FORMAT = 'tzaar-release';
/** The version of released models that this program writes and reads. */
export const RELEASE_VERSION = 1;

/** The file of a released model that lists all others. */
export const MANIFEST_FILE = 'manifest.json';
/** The graph of a released model for stock tfjs. */
export const GRAPH_FILE = 'model.json';
/** The numbers of a released model's graph. */
export const WEIGHTS_FILE = 'weights.bin';
/** The graph of a released model for onnxruntime. */
export const ONNX_FILE = 'model.onnx';
/** The file of positions with the right answers. */
export const SELFCHECK_FILE = 'selfcheck.json';
/** The model card of a released model. */
export const CARD_FILE = 'README.md';

/** What the manifest lists; only the first three are read to play. */
export const RELEASE_FILES: readonly string[] = [GRAPH_FILE, WEIGHTS_FILE, SELFCHECK_FILE, ONNX_FILE, CARD_FILE];

/** How weights are stored; whatever reads them computes with 32 bits. */
export const PRECISIONS = ['float32', 'float16', 'int8'] as const;
/** How the weights of a released model are stored, one of `PRECISIONS`. */
export type Precision = (typeof PRECISIONS)[number];

/** Where a model comes from; `null` where it is unknown. */
export type Provenance = {
  readonly run: string | null;
  readonly iteration: number | null;
  /** The model whose weights the run began with; missing where they were fresh. */
  readonly begunFrom?: string | undefined;
  /** Of the network against itself. */
  readonly games: number | null;
  /** Of alpha-beta against itself, which it learnt from first. */
  readonly teacherGames: number | null;
  readonly samples: number | null;
  /** By the clock, pauses left out; missing where it is unknown. */
  readonly trainingSeconds?: number | undefined;
  /** Of the machine that it was trained on. */
  readonly cores?: number | undefined;
  /** SHA-256 of the run's `config.json`. */
  readonly configHash: string | null;
  readonly projectVersion: string;
  readonly gitHash: string | null;
  /** When it was exported, in ISO 8601. */
  readonly created: string;
};

/** One measured match: the score is the agent's share of the points, with its 95 % interval. */
export type StrengthRow = {
  readonly agent: string;
  readonly opponent: string;
  /** Simulations of the agent for an action; `null` where it had another budget. */
  readonly sims: number | null;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly games: number;
  /** How the games began, where that is known. */
  readonly setup?: Setup | undefined;
};

/** A file of a released model, with its size and hash. */
export type ReleaseFile = { readonly name: string; readonly size: number; readonly sha256: string };

/** What a released model says of itself. */
export type ReleaseManifest = {
  readonly format: typeof RELEASE_FORMAT;
  readonly version: typeof RELEASE_VERSION;
  readonly name: string;
  readonly licence: string;
  /** Version of rules, actions and observations together. */
  readonly environment: string;
  readonly actions: number;
  /** Names of the observation's planes, in order. */
  readonly planes: readonly string[];
  /** The set-ups it was trained on; none where they are unknown. */
  readonly setups: readonly Setup[];
  readonly network: NetworkConfig;
  readonly parameters: number;
  readonly precision: Precision;
  /** The weights, and the file whose `weightsManifest` lists their names, shapes and types in order. */
  readonly weights: { readonly file: typeof WEIGHTS_FILE; readonly list: typeof GRAPH_FILE };
  readonly provenance: Provenance;
  readonly strength: readonly StrengthRow[];
  /** Every file of the folder but this one. */
  readonly files: readonly ReleaseFile[];
};

/** No file of a release is larger: what claims to be is refused before it is read. */
export const FILE_SIZE_LIMIT: number = 2 ** 30;

const sha256 = matching(/^[0-9a-f]{64}$/, 'a SHA-256 of 64 hexadecimal digits');

const FILE_SCHEMA = record({
  name: matching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, 'the bare name of a file'), // nothing leads out of the folder
  size: whole(0, FILE_SIZE_LIMIT),
  sha256,
});

const PROVENANCE_SCHEMA = record({
  run: orNull(text()),
  iteration: orNull(whole(0, 1e9)),
  begunFrom: maybe(text()),
  games: orNull(whole(0, 1e12)),
  teacherGames: orNull(whole(0, 1e12)),
  samples: orNull(whole(0, 1e15)),
  trainingSeconds: maybe(real(0, 1e12)),
  cores: maybe(whole(1, 1e6)),
  configHash: orNull(sha256),
  projectVersion: text(),
  gitHash: orNull(matching(/^[0-9a-f]{7,64}$/, 'a git hash')),
  created: matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/, 'a time such as 2026-01-31T12:00:00Z'),
});

const STRENGTH_SCHEMA = record({
  agent: text(),
  opponent: text(),
  sims: orNull(whole(1, 1e9)),
  score: real(0, 1),
  low: real(0, 1),
  high: real(0, 1),
  games: whole(1, 1e9),
  setup: maybe(word(SETUPS)),
});

const MANIFEST_SCHEMA: Schema<ReleaseManifest> = record({
  format: exactly(RELEASE_FORMAT),
  version: exactly(RELEASE_VERSION),
  name: text(),
  licence: text(),
  environment: text(),
  actions: whole(1, 1e6),
  planes: list(text(), 1, 1000, 'names'),
  setups: list(word(SETUPS), 0, SETUPS.length, `of ${SETUPS.join(', ')}`),
  network: fitting<NetworkConfig>(isRecord, 'the config of a network'), // checked with the rest of what it is made for
  parameters: whole(1, FILE_SIZE_LIMIT),
  precision: word(PRECISIONS),
  weights: record({ file: exactly(WEIGHTS_FILE), list: exactly(GRAPH_FILE) }),
  provenance: PROVENANCE_SCHEMA,
  strength: list(STRENGTH_SCHEMA, 0, 1000, 'rows'),
  files: list(FILE_SCHEMA, 1, 100, 'files'),
});

/** Checks a manifest that may be anything; `source` names the folder or address in the error. */
export const parseManifest = (given: unknown, source: string): ReleaseManifest => {
  const refuse = (why: string): never => {
    throw new InvalidInput('released model', source, why);
  };
  if (!isRecord(given) || given.format !== RELEASE_FORMAT) {
    return refuse(`its ${MANIFEST_FILE} is not that of a released model (format ${RELEASE_FORMAT})`);
  }
  if (given.version !== RELEASE_VERSION) {
    refuse(`it has format version ${preview(given.version, 40)}, this program reads version ${RELEASE_VERSION}`);
  }
  const problems = problemsOf(MANIFEST_SCHEMA, given);
  if (problems.length > 0) refuse(`in its ${MANIFEST_FILE} ${joinProblems(problems)}`);
  const manifest = given as ReleaseManifest;
  const names = manifest.files.map(({ name }) => name);
  const missing = RELEASE_FILES.filter((name) => !names.includes(name));
  if (missing.length > 0) refuse(`its ${MANIFEST_FILE} does not list ${missing.join(', ')}`);
  if (new Set(names).size !== names.length) refuse(`its ${MANIFEST_FILE} lists a file twice`);
  const network = checkMadeFor({ kind: 'network', facts: given, tensors: [] }, 'network', source);
  return { ...manifest, network };
};

/** A manifest as the text of its file. */
export const formatManifest = (manifest: ReleaseManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

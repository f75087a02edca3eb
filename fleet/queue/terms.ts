/**
 * What a trainer and a worker must have in common for a job to mean the same to both: the program, the rules, the engine that
 * evaluates networks, and the blob store. Jobs go into a queue that is named after these terms, so a worker with others never
 * sees them. Not among them is the processor: engines choose their instructions by it, so that bits may differ between types.
 */
import { createHash } from 'node:crypto';
import { ENVIRONMENT_VERSION, matching, record, type Schema, text } from '../../env/index.ts';
import { chooseEngine } from '../../models/node/choose-engine.ts';
import { type EngineOptions, installedVersion, projectVersion, sourceHash } from '../../models/node/index.ts';

/** Of messages between trainers and workers. */
const PROTOCOL = '1';

/** What must be equal on both sides. */
export type Terms = {
  readonly protocol: string;
  readonly program: string;
  readonly environment: string;
  readonly engine: string;
  /** The identity of the blob store. */
  readonly blobs: string;
};

export const TERMS_SCHEMA: Schema<Terms, Terms> = record({
  protocol: text('', 20),
  program: text('', 80),
  environment: text('', 80),
  engine: text('', 120),
  blobs: matching(/^[0-9a-f-]{36}$/, 'the identity of a blob store'),
}) as unknown as Schema<Terms, Terms>;

/** The terms of this program with this engine. */
export const termsOf = async (evaluator: EngineOptions, blobs: string): Promise<Terms> => {
  const { engine, backend, device } = await chooseEngine(evaluator);
  const [name, place] = engine === 'onnx' ? ['onnxruntime-node', device] : ['@tensorflow/tfjs-core', backend];
  const commit = sourceHash();
  return {
    protocol: PROTOCOL,
    program: `tzaar-zero ${projectVersion()}${commit === null ? '' : ` at ${commit.slice(0, 12)}`}`,
    environment: ENVIRONMENT_VERSION,
    engine: `${name} ${installedVersion(name) ?? 'unknown'} on ${place}`,
    blobs,
  };
};

const NAME_DIGITS = 16;

/** The queue of jobs under these terms. */
export const queueName = ({ protocol, program, environment, engine, blobs }: Terms): string => {
  const words = JSON.stringify([protocol, program, environment, engine, blobs]);
  return `jobs-${createHash('sha256').update(words).digest('hex').slice(0, NAME_DIGITS)}`;
};

/** What differs, as in "it runs X, this worker Y"; empty if the terms are the same. */
export const differencesOf = (theirs: Terms, ours: Terms): string[] =>
  (Object.keys(ours) as (keyof Terms)[])
    .filter((key) => theirs[key] !== ours[key])
    .map((key) => `${WORDS[key]} is ${theirs[key]} there and ${ours[key]} here`);

const WORDS: Readonly<Record<keyof Terms, string>> = {
  protocol: 'the version of messages',
  program: 'the program',
  environment: 'the environment',
  engine: 'the engine',
  blobs: 'the blob store',
};

/**
 * Agents on their way into jobs. Each is opened once, so that a missing model is reported before anything is played. What a
 * job carries means the same everywhere: networks by the hash of their weights, and kinds by name even where the user
 * named a module.
 */
import {
  type AgentSpec,
  agentKindOf,
  createAgent,
  formatAgentSpec,
  networkOf,
  type OpenNetwork,
  withNetwork,
} from '../agents/index.ts';
import { InvalidInput } from '../env/index.ts';
import type { NetworkStore } from '../fleet/index.ts';
import { type EngineOptions, openEvaluator } from '../models/node/index.ts';
import { loadAgentModules, type NamedAgent, nameAgent } from './named-agent.ts';

/** An agent as a job carries it. */
export type JobAgent = {
  /** What records and tables call it. */
  readonly name: string;
  /** A spec in which `#` and a hash stand for a network. */
  readonly spec: string;
};

/** An agent that jobs can carry. */
export type PreparedAgent = JobAgent & {
  /** The hash of the network that it plays with, or `null`. */
  readonly network: string | null;
};

export const HASH_MARK = '#';

/** Opens every agent once, so that what is missing is reported before anything is played, and names networks by hash. */
export const prepareAgents = async (
  texts: readonly string[],
  store: NetworkStore,
  evaluator: EngineOptions = {},
): Promise<PreparedAgent[]> => {
  await loadAgentModules(texts);
  const prepared: PreparedAgent[] = [];
  for (const text of texts) prepared.push(await prepareAgent(nameAgent(text), store, evaluator));
  return prepared;
};

const prepareAgent = async (
  { name, spec }: NamedAgent,
  store: NetworkStore,
  evaluator: EngineOptions,
): Promise<PreparedAgent> => {
  const model = networkOf(spec);
  const network = model === undefined ? null : await store.add(model);
  await (await createAgent(spec, onlyNetwork(spec, model, evaluator))).close();
  const everywhere: AgentSpec = { kind: agentKindOf(spec.kind).name, options: spec.options };
  const named = network === null ? everywhere : withNetwork(everywhere, `${HASH_MARK}${network}`);
  return { name, spec: formatAgentSpec(named), network };
};

/** A network that an agent opens behind the back of its options could not be named in a job. */
const onlyNetwork =
  ({ kind }: AgentSpec, model: string | undefined, evaluator: EngineOptions): OpenNetwork =>
  async (asked, { precision } = {}) => {
    if (asked === model) return openEvaluator(asked, { ...evaluator, ...(precision && { precision }) });
    throw new InvalidInput('network', asked, `to play with it, ${kind} must say in \`network\` which option names it`);
  };

/**
 * Agents on their way into jobs. Each is opened once, so that a missing model is told before anything is played; the
 * networks that it asks for are hashed then, and its spec names them by hash from there on.
 */
import { InvalidInput } from '../env/index.ts';
import type { NetworkStore } from '../fleet/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import { formatAgentSpec } from './agent-seam.ts';
import { loadAgentModules, type NamedAgent, nameAgent } from './named-agent.ts';
import { openNamed } from './open-agent.ts';

/** An agent as a job carries it. */
export type JobAgent = {
  /** What records and tables call it. */
  readonly name: string;
  /** A spec in which `#` and a hash stand for a network. */
  readonly spec: string;
};

export type PreparedAgent = JobAgent & {
  /** Hashes of all networks that it plays with. */
  readonly networks: readonly string[];
};

export const HASH_MARK = '#';

export const prepareAgents = async (texts: readonly string[], store: NetworkStore): Promise<PreparedAgent[]> => {
  await loadAgentModules(texts);
  const prepared: PreparedAgent[] = [];
  for (const text of texts) prepared.push(await prepareAgent(nameAgent(text), store));
  return prepared;
};

const prepareAgent = async (agent: NamedAgent, store: NetworkStore): Promise<PreparedAgent> => {
  const { name, spec } = agent;
  const hashes = new Map<string, string>(); // by what the options call the network
  const opened = await openNamed(agent, async (model) => {
    if (!Object.values(spec.options).includes(model))
      throw new InvalidInput(
        'network',
        model,
        `${spec.kind} must name its networks in its options, to play in a match`,
      );
    hashes.set(model, await store.add(model));
    return openEvaluator(model);
  });
  await opened.close();
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([option, value]) => {
      const hash = typeof value === 'string' ? hashes.get(value) : undefined;
      return [option, hash === undefined ? value : `${HASH_MARK}${hash}`];
    }),
  );
  return { name, spec: formatAgentSpec({ kind: spec.kind, options }), networks: [...new Set(hashes.values())] };
};

/** Makes an agent from its spec. Networks come from outside, since opening files needs Node: see `arena`. */
import { InvalidInput } from '../env/index.ts';
import type { Agent } from './agent.ts';
import type { OpenNetwork } from './agent-kind.ts';
import { agentKindOf } from './kinds.ts';
import { type AgentSpec, agentName, completeAgentSpec, parseAgentSpec } from './spec.ts';

/** Opens an agent; what its kind returns is checked before it plays. */
export const createAgent = async (
  given: string | (Partial<AgentSpec> & { readonly kind: string }),
  openNetwork: OpenNetwork = refuseNetwork,
): Promise<Agent> => {
  const spec = typeof given === 'string' ? parseAgentSpec(given) : completeAgentSpec(given);
  const name = agentName(spec);
  return named(checkAgent(spec, await agentKindOf(spec.kind).open(spec.options, { name, openNetwork })), name);
};

const refuseNetwork: OpenNetwork = (model) => {
  throw new InvalidInput('model', model, 'networks cannot be opened here');
};

const METHODS = ['newGame', 'choose', 'close'] as const;

const checkAgent = ({ kind }: AgentSpec, opened: unknown): Agent => {
  const agent = (typeof opened === 'object' ? opened : null) as Readonly<Record<string, unknown>> | null;
  const missing = METHODS.filter((method) => typeof agent?.[method] !== 'function');
  if (agent === null || missing.length > 0) {
    const found = agent === null ? `${opened === null ? 'null' : typeof opened}` : 'something';
    throw new InvalidInput('agent', kind, `its open returned ${found} without the functions ${missing.join(', ')}`);
  }
  return opened as Agent;
};

/** The agent under the name that its spec gives it, whatever it calls itself. */
const named = (agent: Agent, name: string): Agent =>
  agent.name === name
    ? agent
    : {
        name,
        newGame: (seed) => agent.newGame(seed),
        choose: (position, budget) => agent.choose(position, budget),
        ...(agent.ponder && { ponder: (position, signal) => agent.ponder?.(position, signal) ?? Promise.resolve() }),
        close: () => agent.close(),
      };

/** Makes any agent that a text names, those that need files, other programs or a module of the user's included. */
import type { Agent } from '../agents/index.ts';
import { InvalidInput } from '../env/index.ts';
import type { Evaluator } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import { openSpec, type Spec } from './agent-seam.ts';
import { loadAgentModules, nameAgent } from './named-agent.ts';

/** Opens the network that an agent's options name. */
export type OpenNetwork = (model: string) => Promise<Evaluator>;

export const openAgent = async (text: string): Promise<Agent> => {
  await loadAgentModules([text]);
  return openNamed(nameAgent(text), openEvaluator);
};

/** `name` is what the agent is called; its networks come from `openNetwork`. */
export const openNamed = async (
  { name, spec }: { readonly name: string; readonly spec: Spec },
  openNetwork: OpenNetwork,
): Promise<Agent> => {
  const agent: Partial<Agent> | null = await openSpec(spec, { name, openNetwork });
  const lacking = (['newGame', 'choose', 'close'] as const).filter((method) => typeof agent?.[method] !== 'function');
  if (lacking.length === 0) return agent as Agent;
  throw new InvalidInput('agent', name, `what its kind opens is no agent: it has no ${lacking.join(', ')}`);
};

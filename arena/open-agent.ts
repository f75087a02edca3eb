/** Makes any agent that a spec names, those that need files or other programs included. */
import { type Agent, type AgentSpec, createAgent, formatAgentSpec, TimedAgent, ZeroAgent } from '../agents/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import { UgiAgent } from './ugi-agent.ts';

export const openAgent = async (spec: AgentSpec): Promise<Agent> => {
  switch (spec.type) {
    case 'zero':
      return openZero(spec);
    case 'ugi':
      return new UgiAgent(spec);
    default:
      return createAgent(spec);
  }
};

const openZero = async (spec: Extract<AgentSpec, { readonly type: 'zero' }>): Promise<Agent> => {
  const { model, sims, ms, root } = spec;
  const evaluator = await openEvaluator(model);
  const agent = new ZeroAgent(evaluator, {
    rule: root,
    name: formatAgentSpec(spec),
    ...(sims !== undefined && { sims }),
  });
  return ms === undefined ? agent : new TimedAgent(agent, ms);
};

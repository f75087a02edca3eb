/** Makes any agent that a spec names, those that need files or other programs included. */
import { type Agent, type AgentSpec, createAgent } from '../agents/index.ts';
import { InvalidInput } from '../env/index.ts';
import { UgiAgent } from './ugi-agent.ts';

export const openAgent = async (spec: AgentSpec): Promise<Agent> => {
  switch (spec.type) {
    case 'zero':
      throw new InvalidInput('model', spec.model, 'networks cannot be played with yet');
    case 'ugi':
      return new UgiAgent(spec);
    default:
      return createAgent(spec);
  }
};

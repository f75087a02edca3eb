/** Makes any agent that a text names, those that need files, other programs or a module of the user's included. */
import { type Agent, createAgent } from '../agents/index.ts';
import { type EngineOptions, openEvaluator } from '../models/node/index.ts';
import { loadAgentModules } from './named-agent.ts';

/** Opens the agent that a spec names, its network on the given engine; the caller closes it. */
export const openAgent = async (text: string, evaluator: EngineOptions = {}): Promise<Agent> => {
  await loadAgentModules([text]);
  return createAgent(text, (model, options) => openEvaluator(model, { ...evaluator, ...options }));
};

/** Makes any agent that a spec names, those that need files or other programs included. */
import { AGENT_KINDS, type Agent, type AgentSpec, createAgent } from '../agents/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import { ugiKind } from './ugi-agent.ts';

AGENT_KINDS.add(ugiKind);

export const openAgent = (spec: AgentSpec): Promise<Agent> => createAgent(spec, (model) => openEvaluator(model));

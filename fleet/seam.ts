/** Stands for the registry of agents until it is there. */
import type { Agent } from '../agents/index.ts';
import { type Entries, Registry } from '../env/index.ts';
import type { Evaluator } from '../models/index.ts';

export type AgentContext = { readonly name: string; openNetwork(model: string): Promise<Evaluator> };
export type AgentKind = {
  readonly name: string;
  readonly help: string;
  readonly options: Entries;
  readonly limit?: unknown;
  open(options: Readonly<Record<string, unknown>>, context: AgentContext): Promise<Agent>;
};
export const AGENT_KINDS: Registry<AgentKind> = new Registry<AgentKind>('agent', []);

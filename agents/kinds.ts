/** The kinds of agents by name. `arena` adds those that need Node; a user's module can add more. */
import { InvalidInput, Registry } from '../env/index.ts';
import type { AgentKind } from './agent-kind.ts';
import { alphabetaKind } from './alphabeta-agent.ts';
import { greedyKind } from './greedy-agent.ts';
import { mctsKind } from './mcts-agent.ts';
import { randomKind } from './random-agent.ts';
import { zeroKind } from './zero-kind.ts';

/** The kinds of agents that specs can name. */
export const AGENT_KINDS: Registry<AgentKind> = new Registry('agent', [
  randomKind,
  greedyKind,
  alphabetaKind,
  mctsKind,
  zeroKind,
]);

/** From the path of a module, as specs write it, to the kind of agent in it. The loader of modules enters them here. */
export const AGENT_MODULES: Map<string, AgentKind> = new Map();

/** Whether the part of a spec before the colon is the path of a module, and not the name of a kind. */
export const isModulePath = (name: string): boolean => /\.m?[jt]s$/.test(name);

/** The kind that a spec names. */
export const agentKindOf = (name: string): AgentKind => {
  if (AGENT_KINDS.has(name)) return AGENT_KINDS.get(name);
  const module = AGENT_MODULES.get(name);
  if (module !== undefined) return module;
  if (isModulePath(name)) throw new InvalidInput('agent', name, 'its module has not been loaded');
  const known = AGENT_KINDS.names.join(', ');
  throw new InvalidInput('agent', name, `expected ${known}, or the path of a module; tzaar agents tells more`);
};

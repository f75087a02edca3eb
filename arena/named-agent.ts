/**
 * Agents as users name them: by a kind that is registered, or by a module of their own whose agent it is, as in
 * `./my-agent.ts`, `./my-agent.ts:depth=3` or, where a module has several, `./my-agents.ts#hunter:depth=3`.
 */
import {
  AGENT_KINDS,
  AGENT_MODULES,
  type AgentKind,
  type AgentSpec,
  agentName,
  formatAgentSpec,
  isModulePath,
  parseAgentSpec,
} from '../agents/index.ts';
import { InvalidInput } from '../env/index.ts';
import { loadParts } from '../fleet/index.ts';
import { ugiKind } from './ugi-agent.ts';

AGENT_KINDS.add(ugiKind); // it starts other programs, so it does not belong in `agents`

/** An agent as a user names it, checked. */
export type NamedAgent = {
  /** What the user wrote, in its shortest form. */
  readonly text: string;
  /** What records and tables call it: its label, or that text. */
  readonly name: string;
  readonly spec: AgentSpec;
};

/** Loads the modules that these agents come from; after that specs may name them. */
export const loadAgentModules = async (texts: readonly string[]): Promise<void> => {
  for (const text of texts) {
    const [place] = text.split(':', 1);
    const [path, wanted] = place.split('#', 2);
    if (!isModulePath(path)) continue;
    const { parts } = await loadParts(path);
    AGENT_MODULES.set(place, chooseAgent(text, path, wanted, parts.agents ?? []));
  }
};

/** Checks everything that can be checked without opening the agent. */
export const nameAgent = (text: string): NamedAgent => {
  const spec = parseAgentSpec(text);
  return { text: formatAgentSpec(spec), name: agentName(spec), spec };
};

/** A module's only agent, or the one that is asked for. */
const chooseAgent = (
  text: string,
  path: string,
  wanted: string | undefined,
  agents: readonly AgentKind[],
): AgentKind => {
  const names = agents.map(({ name }) => name);
  if (names.length === 0) throw new InvalidInput('agent', text, 'the module has no agents among its parts');
  const chosen = wanted === undefined && agents.length === 1 ? agents[0] : agents.find(({ name }) => name === wanted);
  if (chosen !== undefined) return chosen;
  const choices = names.map((name) => `${path}#${name}`).join(' or ');
  throw new InvalidInput('agent', text, `the module has the agents ${names.join(', ')}: write ${choices}`);
};

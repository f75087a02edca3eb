/**
 * Agents as users name them: by a kind that is registered, or by a module of their own whose agent it is, as in
 * `./my-agent.ts`, `./my-agent.ts:depth=3` or, where a module has several, `./my-agents.ts#hunter:depth=3`.
 */
import { InvalidInput } from '../env/index.ts';
import { loadedParts, loadParts } from '../fleet/index.ts';
import { formatAgentSpec, parseAgentSpec, type Spec } from './agent-seam.ts';

export type NamedAgent = {
  /** What the user wrote, in its shortest form. */
  readonly text: string;
  /** What records and tables call it. */
  readonly name: string;
  /** With the name of its kind even where the user named a module. */
  readonly spec: Spec;
};

const MODULE_AGENT = /^((?:[A-Za-z]:[\\/])?[^:#]*\.m?[jt]s)(?:#([^:]*))?(?::(.*))?$/s;

/** Loads the modules that these agents come from; after that `nameAgent` knows them. */
export const loadAgentModules = async (texts: readonly string[]): Promise<void> => {
  for (const text of texts) {
    const path = MODULE_AGENT.exec(text)?.[1];
    if (path !== undefined) await loadParts(path);
  }
};

/** Checks everything that can be checked without opening the agent. */
export const nameAgent = (text: string): NamedAgent => {
  const match = MODULE_AGENT.exec(text);
  if (match === null) {
    const spec = parseAgentSpec(text);
    const short = formatAgentSpec(spec);
    return { text: short, name: spec.name ?? short, spec };
  }
  const [, path, wanted, options] = match;
  const kind = agentOf(text, path, wanted);
  const spec = parseAgentSpec(options === undefined ? kind : `${kind}:${options}`);
  const place = wanted === undefined ? path : `${path}#${wanted}`;
  const short = `${place}${formatAgentSpec(spec).slice(kind.length)}`;
  return { text: short, name: spec.name ?? short, spec };
};

/** The kind that a module names: its only one, or the one that is asked for. */
const agentOf = (text: string, path: string, wanted: string | undefined): string => {
  const loaded = loadedParts(path);
  if (loaded === undefined) throw new Error(`the module of ${text} was not loaded`);
  const names = (loaded.parts.agents ?? []).map(({ name }) => name);
  if (names.length === 0) throw new InvalidInput('agent', text, 'the module has no agents among its parts');
  if (wanted === undefined && names.length === 1) return names[0];
  if (wanted !== undefined && names.includes(wanted)) return wanted;
  const choices = names.map((name) => `${path}#${name}`).join(' or ');
  throw new InvalidInput('agent', text, `the module has the agents ${names.join(', ')}: write ${choices}`);
};

/** Today's agents behind the interface of agent kinds, until those are there. */
import {
  type Agent,
  type AgentSpec,
  createAgent,
  formatAgentSpec as formatBuiltIn,
  parseAgentSpec as parseBuiltIn,
  TimedAgent,
  ZeroAgent,
} from '../agents/index.ts';
import { check, defaultOf, record } from '../env/index.ts';
import { AGENT_KINDS, type AgentContext } from '../fleet/seam.ts';
import { UgiAgent } from './ugi-agent.ts';

export type Spec = {
  readonly kind: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly name?: string;
};

export const parseAgentSpec = (text: string): Spec => {
  const [, kind, rest = ''] = /^([^:]*)(?::(.*))?$/s.exec(text)!;
  if (!AGENT_KINDS.has(kind)) {
    const { type, ...options } = parseBuiltIn(text);
    return { kind: type, options };
  }
  const pairs = rest === '' ? [] : rest.split(',').map((pair) => pair.split('=', 2));
  const given = Object.fromEntries(
    pairs.map(([name, value]) => [name, /^\d+(\.\d+)?$/.test(value) ? Number(value) : value]),
  );
  const options = check(record(AGENT_KINDS.get(kind).options), given, `options of ${kind}`);
  return { kind, options: options as Readonly<Record<string, unknown>> };
};

export const formatAgentSpec = ({ kind, options }: Spec): string => {
  if (!AGENT_KINDS.has(kind)) return formatBuiltIn({ type: kind, ...options } as unknown as AgentSpec);
  const pairs = Object.entries(options)
    .filter(([n, v]) => v !== defaultOf(AGENT_KINDS.get(kind).options[n]))
    .map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? kind : `${kind}:${pairs.join(',')}`;
};

export const openSpec = async (spec: Spec, context: AgentContext): Promise<Agent> => {
  if (AGENT_KINDS.has(spec.kind)) return AGENT_KINDS.get(spec.kind).open(spec.options, context);
  const builtIn = { type: spec.kind, ...spec.options } as unknown as AgentSpec;
  switch (builtIn.type) {
    case 'zero': {
      const { model, sims, ms, root } = builtIn;
      const evaluator = await context.openNetwork(model);
      const agent = new ZeroAgent(evaluator, { rule: root, name: context.name, ...(sims !== undefined && { sims }) });
      return ms === undefined ? agent : new TimedAgent(agent, ms);
    }
    case 'ugi':
      return new UgiAgent(builtIn);
    default:
      return createAgent(builtIn);
  }
};

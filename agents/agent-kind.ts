/**
 * A kind of agent: what a user writes before the colon of a spec, and what can be opened from it. One of your own is a value
 * of this type; `AGENT_KINDS.add` gives it a name on the command line, in matches and in tables.
 */
import type { Checked, Entries, RecordSchema } from '../env/index.ts';
import type { Evaluator, EvaluatorPrecision, FASTEST } from '../models/index.ts';
import type { Agent } from './agent.ts';

/** Opens a network by its path. */
export type OpenNetwork = (model: string, options?: NetworkOptions) => Promise<Evaluator>;

/** How an agent wants its network opened. */
export type NetworkOptions = {
  /** In what numbers it is evaluated, where the engine can; else as whoever opens it likes. */
  readonly precision?: EvaluatorPrecision | typeof FASTEST;
};

/** What a kind gets besides its options when it opens an agent. */
export type AgentContext = {
  /** What tables and records call the agent: the label that its spec gives it, else the spec itself. */
  readonly name: string;
  /** Opens a network by its path. The caller closes it. */
  openNetwork: OpenNetwork;
};

/** A kind of agent: its name, its options, and how one is opened. */
export type AgentKind<Options = unknown> = {
  readonly name: string;
  /** One line for people. */
  readonly help: string;
  /** What each option must be. Every kind also has `name`, which is handled for it. */
  readonly options: Entries;
  /** More options, which depend on what one of them says. */
  readonly optionsBy?: OptionsBy;
  /** Where none of these options is given, the standard ones apply: what bounds the thinking is always part of a spec. */
  readonly limit?: { readonly names: readonly string[]; readonly standard: Readonly<Record<string, number>> };
  /** Options that had another name once: the old name, and today's. */
  readonly olderNames?: Readonly<Record<string, string>>;
  /** The option that is the path of a network. Arenas keep the hash of its weights with the games. */
  readonly network?: string;
  open(options: Options, context: AgentContext): Agent | Promise<Agent>;
};

/** Options that depend on what another option says. */
export type OptionsBy = {
  readonly option: string;
  readonly help: string;
  readonly standard: string;
  /** Looked up at every use, since modules may have added some. */
  readonly choices: () => Readonly<Record<string, { readonly help: string; readonly options: Entries }>>;
};

/** The kind as it is written here, with the types of its options read off their descriptions. */
export const agentKind = <const E extends Entries>(
  kind: AgentKind<Checked<RecordSchema<E>>> & { readonly options: E },
): AgentKind => kind;

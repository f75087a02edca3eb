/** Stands for the registries of agents and models until they are there. */
import type { Agent, SearchOptions } from '../agents/index.ts';
import type { Schema } from '../env/check.ts';
import { Registry } from '../env/registry.ts';
import type { Evaluator } from '../models/index.ts';

export type Entries = Readonly<Record<string, Schema>>;
export type AgentContext = { readonly name: string; openNetwork(model: string): Promise<Evaluator> };
export type AgentKind = {
  readonly name: string;
  readonly help: string;
  readonly options: Entries;
  readonly limit?: unknown;
  open(options: Readonly<Record<string, unknown>>, context: AgentContext): Promise<Agent>;
};
export const AGENT_KINDS: Registry<AgentKind> = new Registry<AgentKind>('agent', []);
export type SearchRule = {
  readonly name: string;
  readonly help: string;
  readonly options: Entries;
  readonly calm: Partial<SearchOptions>;
};
export const SEARCH_RULES: Registry<SearchRule> = new Registry<SearchRule>('search rule', []);
export type Trunk = { readonly name: string };
export const TRUNKS: Registry<Trunk> = new Registry<Trunk>('trunk', []);
export type Head = { readonly name: string; readonly target: string };
export const HEADS: Registry<Head> = new Registry<Head>('head', []);
export type Target = { readonly name: string; readonly head: string };
export const TARGETS: Registry<Target> = new Registry<Target>('target', []);

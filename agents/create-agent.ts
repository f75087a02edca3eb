/** Makes the agents that need nothing but this code. Networks and other programs come from outside: see `arena`. */
import type { Agent } from './agent.ts';
import { AlphaBetaAgent } from './alphabeta-agent.ts';
import { GreedyAgent } from './greedy-agent.ts';
import { MctsAgent } from './mcts-agent.ts';
import { RandomAgent } from './random-agent.ts';
import { type AgentSpec, formatAgentSpec } from './spec.ts';

export type SelfContainedSpec = Exclude<AgentSpec, { readonly type: 'zero' | 'ugi' }>;

export const createAgent = (spec: SelfContainedSpec): Agent => {
  switch (spec.type) {
    case 'random':
      return new RandomAgent();
    case 'greedy':
      return new GreedyAgent();
    case 'alphabeta':
      return new AlphaBetaAgent(formatAgentSpec(spec), spec);
    case 'mcts':
      return new MctsAgent(formatAgentSpec(spec), spec);
  }
};

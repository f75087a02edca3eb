/**
 * Agents that a person asks for a hint or a judgement. They are opened beside the opponent, even where they are the same, so
 * that asking never changes what the opponent plays.
 */
import type { Agent, Choice } from '../../agents/index.ts';
import { checkAction, formatLine, InvalidInput, type Position, printable } from '../../env/index.ts';

export class Advisers {
  readonly #open: (spec: string) => Promise<Agent>;
  readonly #agents = new Map<string, Agent>();

  constructor(open: (spec: string) => Promise<Agent>) {
    this.#open = open;
  }

  /** What the agent of this spec would play, with what it expects. */
  async hint(spec: string, position: Position): Promise<string> {
    const { name, choice } = await this.#ask(spec, position);
    const { action, line = [action] } = choice;
    const value = choice.value === undefined ? '' : `, ${describeChance(choice)}`;
    return `${name} would play ${formatLine(position, line[0] === action ? line : [action])}${value}`;
  }

  /** The mover's winning chance as the agent of this spec sees it. */
  async judge(spec: string, position: Position): Promise<string> {
    const { name, choice } = await this.#ask(spec, position);
    if (choice.value === undefined) throw new InvalidInput('agent', name, 'it does not say what it expects here');
    return `${describeChance(choice)}, says ${name}`;
  }

  async close(): Promise<void> {
    for (const agent of this.#agents.values()) await agent.close();
  }

  async #ask(spec: string, position: Position): Promise<{ readonly name: string; readonly choice: Choice }> {
    const agent = this.#agents.get(spec) ?? (await this.#open(spec));
    this.#agents.set(spec, agent);
    agent.newGame(0); // what it says depends on nothing but the position
    try {
      const choice = await agent.choose(position);
      checkAction(position, choice.action);
      return { name: agent.name, choice };
    } catch (error) {
      throw new InvalidInput('agent', agent.name, `it has failed: ${printable((error as Error).message)}`, {
        cause: error,
      });
    }
  }
}

const describeChance = ({ value = 0, proven }: Choice): string => {
  if (proven !== undefined) return proven === 'win' ? 'you win for certain' : 'you lose for certain';
  return `you win with ${Math.round(50 * (1 + value))} %`;
};

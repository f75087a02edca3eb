/** One game between two agents, recorded. An agent that fails, or answers what is not legal, loses by forfeit. */
import type { Agent } from '../agents/index.ts';
import {
  type Action,
  checkAction,
  clonePosition,
  type GameRecord,
  type GameResult,
  movesSoFar,
  opponentNamed,
  outcome,
  PLAYERS,
  type Position,
  play,
  type Setup,
} from '../env/index.ts';
import { EngineNeverStarted } from './ugi-process.ts';

/** One game to be played: its start, its agents, their seeds. */
export type GameSetting = {
  readonly start: Position;
  readonly setup: Setup | 'position';
  /** White, black. */
  readonly agents: readonly [Agent, Agent];
  /** What the record calls them; by default what they call themselves. */
  readonly names?: readonly [string, string];
  readonly seeds: readonly [number, number];
  /** What the record should say besides the game. */
  readonly notes: Readonly<Record<string, unknown>>;
};

/** A game as it was played, and what it cost. */
export type PlayedGame = {
  readonly record: GameRecord;
  /** What white and black used. */
  readonly nodes: readonly [number, number];
  readonly timeMs: readonly [number, number];
};

/** Plays one game to its end; an agent that fails or answers what is not legal loses by forfeit. */
export const playGame = async (setting: GameSetting): Promise<PlayedGame> => {
  const { start, setup, agents, seeds, notes } = setting;
  const [white, black] = setting.names ?? [agents[0].name, agents[1].name];
  const position = clonePosition(start);
  const [nodes, timeMs] = [[0, 0] as [number, number], [0, 0] as [number, number]];
  const values: (number | null)[] = [];
  const proven: number[] = []; // rounding makes some values ±1 that are not
  for (const player of [0, 1] as const) agents[player].newGame(seeds[player]);
  let forfeit: { result: GameResult; why: string; neverStarted: boolean } | null = null;
  while (outcome(position) === null && forfeit === null) {
    const { mover } = position;
    try {
      const choice = await agents[mover].choose(position);
      checkAction(position, choice.action);
      nodes[mover] += choice.nodes;
      timeMs[mover] += choice.timeMs;
      if (choice.proven !== undefined) proven.push(values.length);
      values.push(choice.value === undefined ? null : Math.round(choice.value * 1000) / 1000);
      play(position, choice.action as Action);
    } catch (error) {
      const result = { winner: opponentNamed(PLAYERS[mover]), reason: 'forfeit' } as const;
      forfeit = { result, why: (error as Error).message, neverStarted: error instanceof EngineNeverStarted };
    }
  }
  const over = outcome(position);
  const result = forfeit?.result ?? (over && { winner: PLAYERS[over.winner], reason: over.reason });
  const record: GameRecord = {
    ...movesSoFar(position),
    setup,
    result,
    players: { white, black },
    notes: {
      ...notes,
      values,
      proven,
      ...(forfeit && { forfeit: forfeit.why }),
      ...(forfeit?.neverStarted && { neverStarted: true }),
    },
  };
  return { record, nodes, timeMs };
};

/**
 * Games in which an agent has the other seat, the agent's moves played before each answer. Every game has an agent of its own,
 * since agents remember; their choices follow from the game's seed as they do with `AgainstAgent`, which plays each game.
 */
import { AgainstAgent, type Agent } from '../../agents/index.ts';
import {
  ACTION_COUNT,
  type AutoresetMode,
  checkAction,
  clonePosition,
  type Info,
  InvalidInput,
  isLegal,
  MAX_LEGAL_ACTIONS,
  NOBODY,
  PLAYERS,
  POINT_COUNT,
  type Position,
  REASONS,
  type ResetRequest,
  type Seat,
  TzaarEnv,
  type VectorResetRequest,
  type VectorResult,
} from '../../env/index.ts';
import { allocateResult } from '../../env/vector-env.ts';
import type { Games, GamesOptions } from './games.ts';

/** What an action that is not legal does: `refuse` plays nothing and says so, `lose` loses the game by it. */
export const ILLEGAL_MODES = ['refuse', 'lose'] as const;
export type IllegalMode = (typeof ILLEGAL_MODES)[number];

export type AgainstGamesOptions = GamesOptions & { readonly seat?: Seat; readonly illegal?: IllegalMode };

export class AgainstGames implements Games {
  readonly count: number;
  readonly result: VectorResult;
  readonly observationShape: readonly number[];
  readonly #games: readonly AgainstAgent[];
  readonly #agents: readonly Agent[];
  readonly #autoreset: AutoresetMode;
  readonly #illegal: IllegalMode;
  /** Why no action can be played before a reset; null once there was one. */
  #blocked: string | null = 'call reset() first';

  /** An agent for each game; they are closed with it. */
  constructor(agents: readonly Agent[], options: AgainstGamesOptions) {
    const { autoreset = 'next-step', seat = 0, illegal = 'refuse', ...rest } = options;
    this.count = agents.length;
    this.#agents = agents;
    this.#games = agents.map((agent) => new AgainstAgent(new TzaarEnv(rest), agent, { seat }));
    this.#autoreset = autoreset;
    this.#illegal = illegal;
    const { shape, size } = this.#games[0].observationSpace;
    this.observationShape = shape;
    this.result = allocateResult(this.count, size, autoreset);
  }

  async reset({ seed, options, resetMask }: VectorResetRequest): Promise<void> {
    if (resetMask !== undefined && this.#blocked !== null) {
      throw new InvalidInput('resetMask', 'before reset', 'the first reset begins all games');
    }
    this.result.final.present.fill(0);
    for (let game = 0; game < this.count; game++) {
      if (resetMask !== undefined && resetMask[game] === 0) continue;
      const own = typeof seed === 'number' ? seed + game : seed?.[game];
      await this.#begin(game, { ...(own !== undefined && { seed: own }), ...(options && { options }) });
      this.#write(game, 0, false, false);
    }
    this.#blocked = null;
  }

  async step(actions: Int32Array): Promise<void> {
    if (this.#blocked !== null) throw new InvalidInput('call', 'step', this.#blocked);
    for (let game = 0; game < this.count; game++) this.#checkAction(game, actions[game]);
    this.result.final.present.fill(0);
    this.#blocked = 'an agent failed in the step before; call reset() first';
    for (let game = 0; game < this.count; game++) await this.#play(game, actions[game]);
    this.#blocked = null;
  }

  writeBoards(cells: Int8Array, turns: Uint8Array): void {
    for (let game = 0; game < this.count; game++) {
      const { cells: stacks, mover, step, phase } = this.#games[game].env.position();
      cells.set(stacks.subarray(0, POINT_COUNT), game * POINT_COUNT);
      turns.set([mover, step, phase], game * 3);
    }
  }

  position(game: number): Position {
    if (!Number.isInteger(game) || game < 0 || game >= this.count) {
      throw new InvalidInput('game', game, `expected a whole number from 0 to ${this.count - 1}`);
    }
    return clonePosition(this.#games[game].env.position());
  }

  async close(): Promise<void> {
    for (const agent of this.#agents) await agent.close();
  }

  #isOver(game: number): boolean {
    return (this.result.terminated[game] | this.result.truncated[game]) === 1;
  }

  #checkAction(game: number, action: number): void {
    if (this.#isOver(game) && this.#autoreset !== 'same-step') {
      if (this.#autoreset === 'next-step') return;
      throw new InvalidInput('action', action, `game ${game} is over; restart it with reset({ resetMask })`);
    }
    if (this.#illegal === 'refuse') checkAction(this.#games[game].env.position(), action, `action of game ${game}`);
  }

  async #play(game: number, action: number): Promise<void> {
    if (this.#isOver(game) && this.#autoreset === 'next-step') {
      await this.#begin(game, {});
      this.#write(game, 0, false, false);
      return;
    }
    const against = this.#games[game];
    if (this.#illegal === 'lose' && !isAllowed(against.env.position(), action)) {
      this.#write(game, -1, true, false);
    } else {
      const { reward, terminated, truncated } = await against.step(action);
      this.#write(game, reward, terminated, truncated);
    }
    if (!this.#isOver(game) || this.#autoreset !== 'same-step') return;
    this.#keepFinal(game);
    await this.#begin(game, {});
    this.#writeState(game);
  }

  async #begin(game: number, request: ResetRequest): Promise<void> {
    await this.#games[game].reset(request);
  }

  #write(game: number, reward: number, terminated: boolean, truncated: boolean): void {
    const { rewards, playerRewards, ...result } = this.result;
    result.terminated[game] = terminated ? 1 : 0;
    result.truncated[game] = truncated ? 1 : 0;
    rewards[game] = reward;
    const info = this.#writeState(game);
    const mine = info.seat === this.#games[game].seat ? PLAYERS.indexOf(info.mover) : 1 - PLAYERS.indexOf(info.mover);
    playerRewards[game * 2 + mine] = reward;
    playerRewards[game * 2 + 1 - mine] = -reward;
    if (!terminated || info.outcome !== null) return;
    result.info.winner[game] = 1 - mine; // lost by an action that is not legal
    this.#writeLegal(game, new Uint8Array(ACTION_COUNT));
  }

  /** Everything that follows from where the game stands. */
  #writeState(game: number): Info {
    const { observations, info: all } = this.result;
    const { observation, info } = this.#games[game].last();
    observations.set(observation, game * observation.length);
    this.#writeLegal(game, info.actionMask);
    all.mover[game] = PLAYERS.indexOf(info.mover);
    all.seat[game] = info.seat;
    all.ply[game] = info.ply;
    all.seed[game] = info.seed;
    all.episode[game] = info.episode;
    all.winner[game] = info.outcome === null ? NOBODY : PLAYERS.indexOf(info.outcome.winner);
    all.reason[game] = info.outcome === null ? NOBODY : REASONS.indexOf(info.outcome.reason);
    return info;
  }

  #writeLegal(game: number, mask: Uint8Array): void {
    const { actionMask, legal, legalCount } = this.result.info;
    actionMask.set(mask, game * ACTION_COUNT);
    let count = 0;
    for (let action = 0; action < ACTION_COUNT; action++)
      if (mask[action] === 1) legal[game * MAX_LEGAL_ACTIONS + count++] = action;
    legalCount[game] = count;
  }

  #keepFinal(game: number): void {
    const { observations, info, final } = this.result;
    const size = observations.length / this.count;
    final.present[game] = 1;
    final.observations.set(observations.subarray(game * size, (game + 1) * size), game * size);
    final.mover[game] = info.mover[game];
    final.ply[game] = info.ply[game];
    final.winner[game] = info.winner[game];
    final.reason[game] = info.reason[game];
  }
}

const isAllowed = (position: Position, action: number): boolean =>
  action >= 0 && action < ACTION_COUNT && isLegal(position, action);

/**
 * Many games stepped together. All results live in flat typed arrays that are made once and overwritten by every call:
 * copy what must be kept. Nothing is allocated while games go on; beginning one makes its random stream. Hot.
 */
import { ACTION_COUNT, MAX_LEGAL_ACTIONS } from './action.ts';
import { POINT_COUNT } from './board.ts';
import { check, expectedOf, fitting, maybe, problemsOf, record, type Schema, whole, word } from './check.ts';
import { ENVIRONMENT_VERSION, type GameOptions } from './environment.ts';
import { GAME_OPTIONS, gameOptionsWith, OBSERVATION, SEED } from './game-options.ts';
import { beginGame, type GamePlan, planGame } from './game-plan.ts';
import { InvalidInput } from './invalid-input.ts';
import { checkAction } from './move-text.ts';
import { type ObservationView, observationSpaceOf, writeObservation } from './observation-view.ts';
import { allocatePositions, clonePosition, NOBODY, type Position } from './position.ts';
import { legalActions, outcome, play, REASONS } from './rules.ts';
import { type BoxSpace, DiscreteSpace } from './spaces.ts';

/**
 * What happens to a finished game, in Gymnasium's words. `next-step`: the next `step` ignores its action and begins a
 * new game. `same-step`: a new game begins at once, the end of the old one is kept in `final`. `disabled`: it stays
 * finished until `reset` begins a new one in its place.
 */
export const AUTORESET_MODES = ['next-step', 'same-step', 'disabled'] as const;
/** One of `AUTORESET_MODES`. */
export type AutoresetMode = (typeof AUTORESET_MODES)[number];

/** What `TzaarVectorEnv` may be told. */
export type VectorEnvOptions = GameOptions & {
  readonly observation?: ObservationView;
  readonly autoreset?: AutoresetMode;
};

/** What `reset` of many games may be told. */
export type VectorResetRequest = {
  /** Game i has the seed `seed + i`, or `seed[i]`. Without it every game goes on to the next of its sequence. */
  readonly seed?: number | readonly number[];
  readonly options?: GameOptions;
  /** Begin only the games with a 1, [N]; all without it. */
  readonly resetMask?: Uint8Array;
};

/** One game after another: game i has entry or row i everywhere. */
export type VectorInfo = {
  readonly actionMask: Uint8Array; // [N × 541] 1 for each legal action, all 0 for a finished game
  readonly legal: Uint16Array; // [N × 181] the legal actions, ascending, as many as `legalCount` says
  readonly legalCount: Uint8Array; // [N]
  readonly mover: Uint8Array; // [N] 0 white, 1 black
  readonly seat: Uint8Array; // [N] the seat that acts next
  readonly ply: Uint8Array; // [N] actions played in this game
  readonly seed: Float64Array; // [N] a whole number, possibly above 2³²
  readonly episode: Uint32Array; // [N] which game of that seed it is
  readonly winner: Int8Array; // [N] 0 white, 1 black, −1 (`NOBODY`) while there is none
  readonly reason: Int8Array; // [N] why that player won, an index into `REASONS`; −1 while nobody has
};

/** The ends of the games that finished in the last step under `same-step`. */
export type FinalResults = {
  readonly present: Uint8Array; // [N] 1 where this row was written by the last step
  readonly observations: Float32Array; // [N × size]
  readonly mover: Uint8Array; // [N] who would have acted next
  readonly ply: Uint8Array; // [N] its length in actions
  readonly winner: Int8Array; // [N] 0 white, 1 black, −1 (`NOBODY`) in a truncated game
  readonly reason: Int8Array; // [N] why that player won, an index into `REASONS`; −1 in a truncated game
};

/** What `reset` and `step` of many games give: arrays that every call overwrites. */
export type VectorResult = {
  readonly observations: Float32Array; // [N × size] from each mover's side
  readonly rewards: Float32Array; // [N] for the player who acted
  readonly playerRewards: Float32Array; // [N × 2] white's, black's
  readonly terminated: Uint8Array; // [N]
  readonly truncated: Uint8Array; // [N]
  readonly info: VectorInfo;
  readonly final: FinalResults;
};

const OPTIONS = gameOptionsWith({ observation: maybe(OBSERVATION), autoreset: maybe(word(AUTORESET_MODES)) });

/** Many games of TZAAR that are stepped together. */
export class TzaarVectorEnv {
  readonly version: string = ENVIRONMENT_VERSION;
  readonly count: number;
  readonly autoreset: AutoresetMode;
  /** Of one game. */
  readonly actionSpace: DiscreteSpace = new DiscreteSpace(ACTION_COUNT);
  readonly observationSpace: BoxSpace;
  /** Always the same arrays, overwritten by `reset` and `step`. */
  readonly result: VectorResult;

  readonly #request: Schema;
  readonly #view: ObservationView;
  readonly #defaults: GameOptions;
  readonly #positions: readonly Position[];
  readonly #plans: GamePlan[];
  readonly #legalRows: readonly Uint16Array[];
  readonly #firstSeats: Uint8Array;
  readonly #plan: GamePlan;
  #started = false;

  constructor(count: number, options: VectorEnvOptions = {}) {
    check(whole(1), count, 'count');
    check(OPTIONS, options, 'options');
    const { observation = 'points', autoreset = 'next-step', ...defaults } = options;
    this.count = count;
    this.#request = requestOf(count);
    this.autoreset = autoreset;
    this.#view = observation;
    this.#defaults = defaults;
    this.#plan = planGame(defaults);
    this.#plans = Array<GamePlan>(count).fill(this.#plan);
    this.#positions = allocatePositions(count);
    this.#firstSeats = new Uint8Array(count);
    this.observationSpace = observationSpaceOf(observation);
    this.result = allocateResult(count, this.observationSpace.size, autoreset);
    this.#legalRows = Array.from({ length: count }, (_, game) =>
      this.result.info.legal.subarray(game * MAX_LEGAL_ACTIONS, (game + 1) * MAX_LEGAL_ACTIONS),
    );
  }

  reset(request: VectorResetRequest = {}): VectorResult {
    check(this.#request, request, 'reset request');
    const { seed, options = {}, resetMask } = request;
    if (resetMask !== undefined && !this.#started) {
      throw new InvalidInput('resetMask', 'before reset', 'the first reset begins all games');
    }
    const plan = planGame(this.#defaults, options);
    const { rewards, playerRewards, terminated, truncated, info, final } = this.result;
    final.present.fill(0);
    const unseeded = seed === undefined && !this.#started ? Math.floor(Math.random() * 2 ** 32) : seed;
    for (let game = 0; game < this.count; game++) {
      if (resetMask !== undefined && resetMask[game] === 0) continue;
      if (unseeded === undefined) {
        info.episode[game]++;
      } else {
        info.seed[game] = typeof unseeded === 'number' ? unseeded + game : unseeded[game];
        info.episode[game] = 0;
      }
      terminated[game] = 0;
      truncated[game] = 0;
      rewards[game] = 0;
      playerRewards.fill(0, game * 2, game * 2 + 2);
      this.#begin(game, plan);
    }
    this.#started = true;
    return this.result;
  }

  /** Plays an action in every game. All actions are checked before any is played. */
  step(actions: Int32Array): VectorResult {
    this.#checkActions(actions);
    const { rewards, playerRewards, terminated, truncated, final } = this.result;
    final.present.fill(0);
    rewards.fill(0);
    playerRewards.fill(0);
    for (let game = 0; game < this.count; game++) {
      const restarts = this.#waits(game);
      terminated[game] = 0;
      truncated[game] = 0;
      if (restarts) this.#beginNext(game);
      else this.#play(game, actions[game]);
    }
    return this.result;
  }

  /** The boards of all games as shards keep them, into the caller's arrays: packed stacks [N × 60]; mover, step, phase [N × 3]. */
  writeBoards(cells: Int8Array, turns: Uint8Array): void {
    if (!this.#started) throw new InvalidInput('call', 'writeBoards before reset', 'call reset() first');
    if (cells.length !== this.count * POINT_COUNT || turns.length !== this.count * 3) {
      const expected = `expected ${this.count * POINT_COUNT} and ${this.count * 3} numbers`;
      throw new InvalidInput('board arrays', `lengths ${cells.length} and ${turns.length}`, expected);
    }
    for (let game = 0; game < this.count; game++) writeBoard(this.#positions[game], game, cells, turns);
  }

  /** A copy of one game's position. */
  position(game: number): Position {
    if (!this.#started || !Number.isInteger(game) || game < 0 || game >= this.count) {
      throw new InvalidInput('game', game, `after reset(), expected a whole number from 0 to ${this.count - 1}`);
    }
    return clonePosition(this.#positions[game]);
  }

  /** Whether a game is finished and waits to be restarted. Under `same-step` none ever does. */
  #waits(game: number): boolean {
    const { terminated, truncated } = this.result;
    return this.autoreset !== 'same-step' && (terminated[game] | truncated[game]) === 1;
  }

  #play(game: number, action: number): void {
    const { rewards, playerRewards, terminated, truncated, info } = this.result;
    const position = this.#positions[game];
    const actor = position.mover;
    play(position, action);
    this.#refresh(game);
    if (info.legalCount[game] === 0) {
      const { winner, reason } = outcome(position)!;
      terminated[game] = 1;
      info.winner[game] = winner;
      info.reason[game] = REASONS.indexOf(reason);
      rewards[game] = winner === actor ? 1 : -1;
      playerRewards[game * 2 + winner] = 1;
      playerRewards[game * 2 + 1 - winner] = -1;
    } else if (position.ply >= this.#plans[game].stepLimit) {
      truncated[game] = 1;
    }
    const ended = (terminated[game] | truncated[game]) === 1;
    if (ended && this.autoreset === 'same-step') {
      this.#keepFinal(game);
      this.#beginNext(game);
    } else {
      this.#observe(game);
    }
  }

  #beginNext(game: number): void {
    this.result.info.episode[game]++;
    this.#begin(game, this.#plan);
  }

  #begin(game: number, plan: GamePlan): void {
    const { info } = this.result;
    info.winner[game] = NOBODY;
    info.reason[game] = NOBODY;
    this.#plans[game] = plan;
    this.#firstSeats[game] = beginGame(plan, info.seed[game], info.episode[game], this.#positions[game]);
    this.#refresh(game);
    this.#observe(game);
  }

  /** Everything in `info` that follows from the position. The mask changes where the legal actions do. */
  #refresh(game: number): void {
    const { actionMask, legalCount, mover, seat, ply } = this.result.info;
    const position = this.#positions[game];
    const legal = this.#legalRows[game];
    const row = game * ACTION_COUNT;
    for (let index = 0; index < legalCount[game]; index++) actionMask[row + legal[index]] = 0;
    const count = legalActions(position, legal);
    for (let index = 0; index < count; index++) actionMask[row + legal[index]] = 1;
    legalCount[game] = count;
    mover[game] = position.mover;
    seat[game] = position.mover ^ this.#firstSeats[game];
    ply[game] = position.ply;
  }

  #observe(game: number): void {
    writeObservation(this.#positions[game], this.#view, this.result.observations, game * this.observationSpace.size);
  }

  #keepFinal(game: number): void {
    const { info, final } = this.result;
    const { present, observations, mover, ply, winner, reason } = final;
    const position = this.#positions[game];
    present[game] = 1;
    mover[game] = position.mover;
    ply[game] = position.ply;
    winner[game] = info.winner[game];
    reason[game] = info.reason[game];
    writeObservation(position, this.#view, observations, game * this.observationSpace.size);
  }

  #checkActions(actions: Int32Array): void {
    if (!this.#started) throw new InvalidInput('call', 'step before reset', 'call reset() first');
    if (!(actions instanceof Int32Array) || actions.length !== this.count) {
      throw new InvalidInput('actions', actions, `expected an Int32Array of ${this.count} actions`);
    }
    const { actionMask } = this.result.info;
    for (let game = 0; game < this.count; game++) {
      if (this.#waits(game)) {
        if (this.autoreset === 'next-step') continue;
        throw new InvalidInput('action', actions[game], `game ${game} is over; restart it with reset({ resetMask })`);
      }
      const action = actions[game];
      const legal = action >= 0 && action < ACTION_COUNT && actionMask[game * ACTION_COUNT + action] === 1;
      if (!legal) checkAction(this.#positions[game], action, `action of game ${game}`);
    }
  }
}

const writeBoard = (position: Position, row: number, cells: Int8Array, turns: Uint8Array): void => {
  const { mover, step, phase } = position;
  for (let point = 0; point < POINT_COUNT; point++) cells[row * POINT_COUNT + point] = position.cells[point];
  turns[row * 3] = mover;
  turns[row * 3 + 1] = step;
  turns[row * 3 + 2] = phase;
};

/** What `reset` accepts for this many games. */
const requestOf = (count: number): Schema =>
  record({
    seed: maybe(
      fitting(
        (given) => isSeed(given) || (Array.isArray(given) && given.length === count && given.every(isSeed)),
        `${expectedOf(SEED)}, or a list of ${count} of them`,
      ),
    ),
    options: maybe(GAME_OPTIONS),
    resetMask: maybe(
      fitting(
        (given) => given instanceof Uint8Array && given.length === count,
        `a Uint8Array of ${count} zeros and ones`,
      ),
    ),
  });

const isSeed = (given: unknown): boolean => problemsOf(SEED, given).length === 0;

/** Arrays for the results of that many games, each observation of `size` numbers. */
export const allocateResult = (count: number, size: number, autoreset: AutoresetMode): VectorResult => ({
  observations: new Float32Array(count * size),
  rewards: new Float32Array(count),
  playerRewards: new Float32Array(count * 2),
  terminated: new Uint8Array(count),
  truncated: new Uint8Array(count),
  info: {
    actionMask: new Uint8Array(count * ACTION_COUNT),
    legal: new Uint16Array(count * MAX_LEGAL_ACTIONS),
    legalCount: new Uint8Array(count),
    mover: new Uint8Array(count),
    seat: new Uint8Array(count),
    ply: new Uint8Array(count),
    seed: new Float64Array(count),
    episode: new Uint32Array(count),
    winner: new Int8Array(count).fill(NOBODY),
    reason: new Int8Array(count).fill(NOBODY),
  },
  final: {
    present: new Uint8Array(count),
    observations: new Float32Array(autoreset === 'same-step' ? count * size : 0),
    mover: new Uint8Array(count),
    ply: new Uint8Array(count),
    winner: new Int8Array(count).fill(NOBODY),
    reason: new Int8Array(count).fill(NOBODY),
  },
});

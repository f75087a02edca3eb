/** TZAAR as an environment for reinforcement learning: one game, fresh arrays, every input checked. */
import { ACTION_COUNT, type Action, MAX_LEGAL_ACTIONS } from './action.ts';
import { check, maybe, record } from './check.ts';
import { formatEnvState, parseEnvState } from './env-state.ts';
import {
  ENVIRONMENT_VERSION,
  type Environment,
  type GameOptions,
  type Info,
  type RenderMode,
  type ResetRequest,
  type ResetResult,
  type Rewards,
  type Seat,
  type StepResult,
} from './environment.ts';
import { GAME_OPTIONS, gameOptionsWith, OBSERVATION, SEED } from './game-options.ts';
import { beginGame, planGame } from './game-plan.ts';
import { InvalidInput } from './invalid-input.ts';
import { checkAction } from './move-text.ts';
import { type ObservationView, observationSpaceOf, writeObservation } from './observation-view.ts';
import {
  clonePosition,
  copyPosition,
  emptyPosition,
  hashOf,
  PHASES,
  type Position,
  playedActions,
} from './position.ts';
import { formatPosition } from './position-text.ts';
import { renderSvg } from './render-svg.ts';
import { renderText } from './render-text.ts';
import { legalActions, type Outcome, outcome, play, undo } from './rules.ts';
import type { Setup } from './setup.ts';
import { type BoxSpace, DiscreteSpace } from './spaces.ts';
import { PLAYERS, type PlayerName } from './stack.ts';

/** What `TzaarEnv` may be told. */
export type TzaarEnvOptions = GameOptions & { readonly observation?: ObservationView };

const NO_REWARDS: Rewards = { white: 0, black: 0 };
const OPTIONS = gameOptionsWith({ observation: maybe(OBSERVATION) });
const REQUEST = record({ seed: maybe(SEED), options: maybe(GAME_OPTIONS) });
const NOT_STARTED = -1;

/** One game of TZAAR as an environment. */
export class TzaarEnv implements Environment {
  readonly version: string = ENVIRONMENT_VERSION;
  readonly actionSpace: DiscreteSpace = new DiscreteSpace(ACTION_COUNT);
  readonly observationSpace: BoxSpace;

  readonly #view: ObservationView;
  readonly #position: Position = emptyPosition();
  readonly #legal = new Uint16Array(MAX_LEGAL_ACTIONS);
  #defaults: GameOptions;
  #legalCount = 0;
  #outcome: Outcome | null = null;
  #setup: Setup | 'position' = 'random';
  #seed = 0;
  #episode = NOT_STARTED;
  #stepLimit = Number.POSITIVE_INFINITY;
  #firstSeat: Seat = 0;

  /** Options hold for every game unless `reset` is given others; the default set-up is `random`. */
  constructor(options: TzaarEnvOptions = {}) {
    check(OPTIONS, options, 'options');
    const { observation = 'points', ...defaults } = options;
    this.#defaults = defaults;
    this.#view = observation;
    this.observationSpace = observationSpaceOf(observation);
  }

  reset(request: ResetRequest = {}): ResetResult {
    check(REQUEST, request, 'reset request');
    this.#nextEpisode(request.seed);
    const plan = planGame(this.#defaults, request.options);
    this.#firstSeat = beginGame(plan, this.#seed, this.#episode, this.#position);
    this.#setup = typeof plan.start === 'string' ? plan.start : 'position';
    this.#stepLimit = plan.stepLimit;
    this.#refresh();
    return { observation: this.observe(), info: this.#info() };
  }

  step(action: Action): StepResult {
    this.#checkAction(action);
    const actor = PLAYERS[this.#position.mover];
    play(this.#position, action);
    this.#refresh();
    return this.#result(actor);
  }

  observe(out: Float32Array = new Float32Array(this.observationSpace.size)): Float32Array {
    this.#checkStarted();
    if (out.length !== this.observationSpace.size) {
      throw new InvalidInput('observation buffer', `length ${out.length}`, `expected ${this.observationSpace.size}`);
    }
    writeObservation(this.#position, this.#view, out, 0);
    return out;
  }

  get agentSelection(): PlayerName | null {
    this.#checkStarted();
    return this.#isOver() ? null : PLAYERS[this.#position.mover];
  }

  get rewards(): Rewards {
    if (this.#outcome === null) return NO_REWARDS;
    return this.#outcome.winner === 0 ? { white: 1, black: -1 } : { white: -1, black: 1 };
  }

  last(): StepResult {
    this.#checkStarted();
    return this.#result(PLAYERS[this.#position.mover]);
  }

  clone(): TzaarEnv {
    const copy = new TzaarEnv({ ...this.#defaults, observation: this.#view });
    copy.#setup = this.#setup;
    copy.#seed = this.#seed;
    copy.#episode = this.#episode;
    copy.#stepLimit = this.#stepLimit;
    copy.#firstSeat = this.#firstSeat;
    copyPosition(this.#position, copy.#position);
    copy.#refresh();
    return copy;
  }

  undo(): void {
    this.#checkStarted();
    if (this.#position.ply === 0) throw new InvalidInput('undo', 'at the start', 'no action has been played yet');
    undo(this.#position);
    this.#refresh();
  }

  serialize(): string {
    this.#checkStarted();
    const { ply } = this.#position;
    const start = clonePosition(this.#position);
    for (let back = 0; back < ply; back++) undo(start);
    return formatEnvState({
      seed: this.#seed,
      episode: this.#episode,
      defaults: this.#defaults,
      setup: this.#setup,
      stepLimit: Number.isFinite(this.#stepLimit) ? this.#stepLimit : null,
      firstSeat: this.#firstSeat,
      start: formatPosition(start),
      actions: playedActions(this.#position),
    });
  }

  deserialize(text: string): void {
    const { state, position } = parseEnvState(text);
    this.#defaults = state.defaults;
    this.#setup = state.setup;
    this.#seed = state.seed;
    this.#episode = state.episode;
    this.#stepLimit = state.stepLimit ?? Number.POSITIVE_INFINITY;
    this.#firstSeat = state.firstSeat;
    copyPosition(position, this.#position);
    this.#refresh();
  }

  hash(): string {
    this.#checkStarted();
    return hashOf(this.#position).toString(16).padStart(16, '0');
  }

  render(mode: RenderMode): string {
    this.#checkStarted();
    switch (mode) {
      case 'ansi':
        return renderText(this.#position, { colour: true });
      case 'svg':
        return renderSvg(this.#position);
    }
    throw new InvalidInput('render mode', mode, 'expected ansi or svg');
  }

  position(): Position {
    this.#checkStarted();
    return clonePosition(this.#position);
  }

  #nextEpisode(seed: number | undefined): void {
    const first = seed ?? (this.#episode === NOT_STARTED ? Math.floor(Math.random() * 2 ** 32) : undefined);
    if (first === undefined) {
      this.#episode++;
      return;
    }
    this.#seed = first;
    this.#episode = 0;
  }

  /** Everything that follows from the position. */
  #refresh(): void {
    this.#legalCount = legalActions(this.#position, this.#legal);
    this.#outcome = this.#legalCount === 0 ? outcome(this.#position) : null;
  }

  #isTruncated(): boolean {
    return this.#outcome === null && this.#position.ply >= this.#stepLimit;
  }

  #isOver(): boolean {
    return this.#outcome !== null || this.#isTruncated();
  }

  #checkStarted(): void {
    if (this.#episode === NOT_STARTED) throw new InvalidInput('call', 'before reset', 'call reset() first');
  }

  #checkAction(action: Action): void {
    this.#checkStarted();
    if (this.#outcome !== null) {
      throw new InvalidInput(
        'action',
        action,
        `the game is over, ${PLAYERS[this.#outcome.winner]} has won; call reset()`,
      );
    }
    if (this.#isTruncated()) {
      throw new InvalidInput(
        'action',
        action,
        `the game was cut off at its limit of ${this.#stepLimit} actions; call reset()`,
      );
    }
    checkAction(this.#position, action);
  }

  #result(player: PlayerName): StepResult {
    return {
      observation: this.observe(),
      reward: this.rewards[player],
      terminated: this.#outcome !== null,
      truncated: this.#isTruncated(),
      info: this.#info(),
    };
  }

  #info(): Info {
    const { mover, step, phase, ply } = this.#position;
    const actionMask = new Uint8Array(ACTION_COUNT);
    for (let index = 0; index < this.#legalCount; index++) actionMask[this.#legal[index]] = 1;
    return {
      actionMask,
      legalCount: this.#legalCount,
      mover: PLAYERS[mover],
      seat: (mover ^ this.#firstSeat) as Seat,
      step: step === 0 ? 1 : 2,
      phase: PHASES[phase],
      ply,
      setup: this.#setup,
      seed: this.#seed,
      episode: this.#episode,
      rewards: this.rewards,
      outcome: this.#outcome && { winner: PLAYERS[this.#outcome.winner], reason: this.#outcome.reason },
    };
  }
}

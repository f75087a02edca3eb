/** A game of a person against an agent: who is to act, what was played, and how it can be taken back. */
import type { Agent } from '../../agents/index.ts';
import {
  type Action,
  checkAction,
  clonePosition,
  formatAction,
  type GameRecord,
  type GameResult,
  InvalidInput,
  movesSoFar,
  opponentOf,
  outcome,
  PLAYERS,
  type Player,
  type Position,
  parseAction,
  play,
  playedActions,
  printable,
  type Setup,
  undo,
} from '../../env/index.ts';

/** What a game between a person and an agent begins with. */
export type PersonGameSetting = {
  readonly start: Position;
  readonly setup: Setup | 'position';
  readonly person: Player;
  readonly opponent: Agent;
  readonly seed: number;
};

export class PersonGame {
  readonly position: Position;
  readonly person: Player;
  readonly #setting: PersonGameSetting;
  /** How it ended if not by the rules: somebody gave up, or the agent failed. */
  #forfeit: { readonly result: GameResult; readonly why: string } | null = null;
  #takenBack = 0;

  constructor(setting: PersonGameSetting) {
    this.#setting = setting;
    this.position = clonePosition(setting.start);
    this.person = setting.person;
    setting.opponent.newGame(setting.seed);
  }

  get opponentName(): string {
    return this.#setting.opponent.name;
  }

  get isOver(): boolean {
    return this.#forfeit !== null || outcome(this.position) !== null;
  }

  get isPersonToAct(): boolean {
    return !this.isOver && this.position.mover === this.person;
  }

  /** Why it ended other than by the rules, in a sentence. */
  get forfeit(): string | null {
    return this.#forfeit?.why ?? null;
  }

  /** Plays one or two moves of the person's turn, all or none of them. */
  playMoves(moves: readonly string[]): void {
    if (!this.isPersonToAct) throw new InvalidInput('move', moves.join(' '), 'the game is over');
    const trial = clonePosition(this.position);
    const actions = moves.map((move, index) => {
      if (index > 0 && (trial.mover !== this.person || outcome(trial) !== null))
        throw new InvalidInput('turn', moves.join(' '), `it is over before ${move}`);
      const action = parseAction(trial, move);
      play(trial, action);
      return action;
    });
    for (const action of actions) play(this.position, action);
  }

  /** Lets the agent act until the person is to act or the game is over; what it played. An agent that fails has lost. */
  async letOpponentPlay(): Promise<string[]> {
    const moves: string[] = [];
    while (!this.isOver && !this.isPersonToAct) {
      try {
        const { action } = await this.#setting.opponent.choose(this.position);
        checkAction(this.position, action);
        moves.push(this.#playAction(action));
      } catch (error) {
        const why = `${this.opponentName} has failed: ${printable((error as Error).message)}`;
        this.#forfeit = { result: { winner: PLAYERS[this.person], reason: 'forfeit' }, why };
      }
    }
    return moves;
  }

  /** Back to the person's last decision. */
  takeBack(): void {
    const actions = playedActions(this.position);
    const past = clonePosition(this.position);
    do {
      if (past.ply === 0) throw new InvalidInput('undo', 'here', 'there is no move of yours to take back');
      undo(past);
    } while (past.mover !== this.person);
    this.#forfeit = null;
    this.#takenBack++;
    for (let ply = past.ply; ply < actions.length; ply++) undo(this.position);
  }

  resign(): void {
    if (this.isOver) throw new InvalidInput('resign', 'here', 'the game is over');
    const winner = PLAYERS[opponentOf(this.person)];
    this.#forfeit = {
      result: { winner, reason: 'forfeit' },
      why: `${PLAYERS[this.person]} resigns: ${winner} has won`,
    };
  }

  /** The game so far as it is kept on file. */
  record(): GameRecord {
    const { setup, seed, opponent } = this.#setting;
    const over = outcome(this.position);
    const result =
      over === null ? (this.#forfeit?.result ?? null) : { winner: PLAYERS[over.winner], reason: over.reason };
    const [white, black] = this.person === 0 ? ['person', opponent.name] : [opponent.name, 'person'];
    return {
      ...movesSoFar(this.position),
      setup,
      result,
      players: { white, black },
      notes: {
        seed,
        ...(this.#takenBack > 0 && { takenBack: this.#takenBack }),
        ...(this.#forfeit && { forfeit: this.#forfeit.why }),
      },
    };
  }

  #playAction(action: Action): string {
    const move = formatAction(this.position, action);
    play(this.position, action);
    return move;
  }
}

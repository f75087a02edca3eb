/**
 * Environments, samples and networks for programs in other languages: a request in, an answer out, in order. What cannot be
 * answered gets an error with its sentence, and the next request goes on.
 */
import {
  ACTION_COUNT,
  AUTORESET_MODES,
  type Checked,
  check,
  checkAction,
  clonePosition,
  DIRECTION_NAMES,
  ENVIRONMENT_VERSION,
  fitting,
  formatPosition,
  formatTurn,
  InvalidInput,
  isRecord,
  list,
  NEIGHBOURS,
  OBSERVATION_VIEWS,
  PHASES,
  PLANES,
  PLAYERS,
  POINT_NAMES,
  parsePosition,
  parseTurn,
  play,
  REASONS,
  record,
  SETUPS,
  SYMMETRY_COUNT,
  text,
  whole,
} from '../../env/index.ts';
import { projectVersion } from '../../models/node/index.ts';
import { PROTOCOL_VERSION } from './frame.ts';
import { gameOperations } from './game-operations.ts';
import { networkOperations } from './network-operations.ts';
import { type Answer, type Operation, operation } from './operation.ts';
import { sampleOperations } from './sample-operations.ts';

const REQUEST = fitting<{ readonly op: string }>(
  (given) => isRecord(given) && typeof given.op === 'string',
  'an object with op, the name of an operation',
);

export class EnvServer {
  readonly #operations: Readonly<Record<string, Operation>>;
  readonly #closeGames: () => Promise<void>;

  constructor() {
    const games = gameOperations();
    this.#closeGames = games.close;
    this.#operations = {
      hello: operation(record({ op: text() }), hello),
      turn: operation(TURN, turn),
      ...games.operations,
      ...sampleOperations(),
      ...networkOperations(),
    };
  }

  /** Never throws: what goes wrong is the answer. */
  async answer(request: unknown, body: Uint8Array): Promise<Answer> {
    try {
      const { op } = check(REQUEST, request, 'request');
      const found = Object.hasOwn(this.#operations, op) ? this.#operations[op] : undefined;
      if (found === undefined)
        throw new InvalidInput('op', op, `expected one of ${Object.keys(this.#operations).join(', ')}`);
      return await found.run(check(found.schema, request, `${op} request`) as never, body);
    } catch (error) {
      return describeError(error);
    }
  }

  /** Ends the agents that play in games. */
  close(): Promise<void> {
    return this.#closeGames();
  }
}

/** An error as an answer. What is no fault of the client's shows its stack to whoever reads stderr. */
const describeError = (error: unknown): Answer => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  if (!(error instanceof InvalidInput)) process.stderr.write(`${stack}\n`);
  return { facts: { error: message, kind: name } };
};

const hello = (): Answer => ({
  facts: {
    protocol: PROTOCOL_VERSION,
    program: projectVersion(),
    environment: ENVIRONMENT_VERSION,
    actions: ACTION_COUNT,
    points: POINT_NAMES,
    directions: DIRECTION_NAMES,
    neighbours: Array.from(NEIGHBOURS),
    planes: PLANES,
    players: PLAYERS,
    phases: PHASES,
    setups: SETUPS,
    reasons: REASONS,
    observations: OBSERVATION_VIEWS,
    autoreset: AUTORESET_MODES,
    symmetries: SYMMETRY_COUNT,
  },
});

const TURN = record({
  op: text(),
  position: text(),
  turns: list(text(), 0, 1000, 'turns'),
  actions: list(whole(0, ACTION_COUNT - 1), 0, 2, 'actions'),
});

type TurnRequest = Checked<typeof TURN>;

/** From a position and the turns played since to where it stands, and the text of actions that end its turn. */
const turn = ({ position: start, turns, actions }: TurnRequest): Answer => {
  const position = parsePosition(start);
  for (const each of turns) for (const action of parseTurn(position, each)) play(position, action);
  const here = clonePosition(position);
  for (const action of actions) {
    checkAction(position, action);
    play(position, action);
  }
  return { facts: { position: formatPosition(here), turn: formatTurn(here, actions) } };
};

/** What a client does with games: make them, begin and play them, look at them. */
import { closeSync, ftruncateSync, openSync } from 'node:fs';
import type { Agent } from '../../agents/index.ts';
import { openAgent } from '../../arena/index.ts';
import {
  AUTORESET_MODES,
  fitting,
  formatPosition,
  InvalidInput,
  isRecord,
  list,
  maybe,
  OBSERVATION_VIEWS,
  type ObservationView,
  observationSpaceOf,
  PHASES,
  PLAYERS,
  type Player,
  POINT_COUNT,
  type Position,
  record,
  renderSvg,
  renderText,
  type Seat,
  setPosition,
  text,
  type VectorResetRequest,
  whole,
  withDefault,
  word,
} from '../../env/index.ts';
import { writeObservation } from '../../env/observation-view.ts';
import { AgainstGames, ILLEGAL_MODES } from './against-games.ts';
import { writeAtStart } from './byte-streams.ts';
import {
  allocateBoards,
  type Boards,
  FINAL_OBSERVATIONS,
  finalObservations,
  GAME_ARRAYS,
  type Games,
  type GamesOptions,
  gameArray,
} from './games.ts';
import { bodyOf, describeArray, type NamedArray } from './named-array.ts';
import { type Answer, checkBody, Numbered, type Operation, operation } from './operation.ts';
import { OwnGames } from './own-games.ts';

/** Games with what their client wants to hear of them. */
type Table = {
  readonly games: Games;
  readonly view: ObservationView;
  readonly boards: Boards;
  readonly wantsBoards: boolean;
  readonly wantsFinals: boolean;
  /** The pieces of every answer, made once: the arrays behind them are overwritten in place. */
  readonly body: readonly Uint8Array[];
  readonly actions: Int32Array;
  /** A file that the client has in its memory, where the arrays go instead of the pipe; null for the pipe. */
  readonly memory: number | null;
};

const GAME_LIMIT = 1 << 16;
const PATH_LIMIT = 4096;
const number = whole(1);
const options = fitting<GamesOptions>(isRecord, 'options of a game'); // the environment checks them itself

const MAKE = record({
  op: text(),
  count: whole(1, GAME_LIMIT),
  arrays: list(word([...GAME_ARRAYS, FINAL_OBSERVATIONS]), 1, GAME_ARRAYS.length + 1, 'names of arrays'),
  observation: withDefault(word(OBSERVATION_VIEWS), 'points'),
  autoreset: withDefault(word(AUTORESET_MODES), 'next-step'),
  options: withDefault(options, {}),
  opponent: maybe(text()),
  seat: withDefault(whole(0, 1), 0),
  illegal: withDefault(word(ILLEGAL_MODES), 'refuse'),
  memory: maybe(text(undefined, PATH_LIMIT)),
});

const RESET = record({
  op: text(),
  games: number,
  seed: maybe(
    fitting<number | readonly number[]>(
      (given) => typeof given === 'number' || Array.isArray(given),
      'a number or a list of them',
    ),
  ),
  options: maybe(options),
});

const GAME = { op: text(), games: number, game: withDefault(whole(0), 0) };

/** The operations on games, and how to end them all. */
export const gameOperations = (): {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly close: () => Promise<void>;
} => {
  const tables = new Numbered<Table>('games');
  const operations = {
    make: operation(MAKE, async (request) => {
      const { count, arrays, observation, autoreset, opponent, seat, illegal, options: rest, memory } = request;
      if (new Set(arrays).size !== arrays.length) throw new InvalidInput('arrays', arrays, 'one is named twice');
      const all = { ...rest, observation, autoreset };
      const games =
        opponent === undefined
          ? new OwnGames(count, all)
          : new AgainstGames(await openAgents(opponent, count), { ...all, seat: seat as Seat, illegal });
      const boards = allocateBoards(count);
      const sent = GAME_ARRAYS.filter((name) => arrays.includes(name)).map((name) => gameArray(name, games, boards));
      const wantsFinals = arrays.includes(FINAL_OBSERVATIONS);
      const wantsBoards = arrays.includes('cells') || arrays.includes('turns');
      const actions = new Int32Array(count);
      const body = bodyOf(sent);
      const table = {
        ...{ games, view: observation, boards, wantsBoards, wantsFinals, body, actions },
        memory: memory === undefined ? null : openMemory(memory, body),
      };
      return { facts: { games: tables.add(table), arrays: sent.map(describeArray), wantsFinals } };
    }),
    reset: operation(RESET, async ({ games: which, seed, options: chosen }, body) => {
      const table = tables.get(which);
      const { count } = table.games;
      const request: VectorResetRequest = {
        ...(seed !== undefined && { seed }),
        ...(chosen && { options: chosen }),
        ...(body.length > 0 && { resetMask: checkBody(body, count, 'a byte for each game').slice() }),
      };
      await table.games.reset(request);
      return answerOf(table);
    }),
    step: operation(record({ op: text(), games: number }), async ({ games: which }, body) => {
      const table = tables.get(which);
      const { games, actions } = table;
      new Uint8Array(actions.buffer).set(checkBody(body, actions.byteLength, 'an int32 for each game'));
      const done = games.step(actions);
      if (done !== undefined) await done;
      return answerOf(table);
    }),
    observe: operation(record({ ...GAME, player: word(PLAYERS) }), ({ games: which, game, player }) => {
      const { games, view } = tables.get(which);
      return observed(seenBy(games.position(game), PLAYERS.indexOf(player) as Player), view);
    }),
    position: operation(record(GAME), ({ games: which, game }) => {
      const position = tables.get(which).games.position(game);
      return { facts: { position: formatPosition(position), phase: PHASES[position.phase], step: position.step + 1 } };
    }),
    render: operation(record({ ...GAME, mode: word(['ansi', 'svg']) }), ({ games: which, game, mode }) => {
      const position = tables.get(which).games.position(game);
      return { facts: { text: mode === 'svg' ? renderSvg(position) : renderText(position, { colour: true }) } };
    }),
    close: operation(record({ op: text(), games: number }), async ({ games: which }) => {
      const { games, memory } = tables.remove(which);
      if (memory !== null) closeSync(memory);
      await games.close();
      return { facts: {} };
    }),
  };
  return {
    operations,
    close: async () => {
      for (const { games } of tables.all) await games.close();
    },
  };
};

const openAgents = async (spec: string, count: number): Promise<Agent[]> => {
  const agents: Agent[] = [];
  try {
    while (agents.length < count) agents.push(await openAgent(spec));
  } catch (error) {
    for (const agent of agents) await agent.close();
    throw error;
  }
  return agents;
};

/** As large as all arrays of an answer. */
const openMemory = (path: string, body: readonly Uint8Array[]): number => {
  try {
    const file = openSync(path, 'r+');
    ftruncateSync(
      file,
      body.reduce((sum, { length }) => sum + length, 0),
    );
    return file;
  } catch (error) {
    throw new InvalidInput('memory', path, `it cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
};

const answerOf = ({ games, boards, wantsBoards, wantsFinals, body, memory }: Table): Answer => {
  if (wantsBoards) games.writeBoards(boards.cells, boards.turns);
  const finals = wantsFinals ? bodyOf([finalObservations(games)]) : [];
  if (memory === null) return { body: [...body, ...finals] };
  writeAtStart(memory, body);
  return { body: finals };
};

/** The position as that player sees it, whoever is to move. */
const seenBy = (position: Position, player: Player): Position => {
  const { cells, mover, step, phase } = position;
  return mover === player ? position : setPosition(position, cells.slice(0, POINT_COUNT), player, step, phase);
};

const observed = (position: Position, view: ObservationView): Answer => {
  const { shape, size } = observationSpaceOf(view);
  const data = new Float32Array(size);
  writeObservation(position, view, data, 0);
  const arrays: readonly NamedArray[] = [{ name: 'observation', shape, data }];
  return { facts: { arrays: arrays.map(describeArray) }, body: bodyOf(arrays) };
};

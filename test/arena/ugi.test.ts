import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Agent, AlphaBetaAgent, createAgent, RandomAgent } from '../../agents/index.ts';
import { EngineFailure, openAgent, playGame, UgiAgent, UgiEngine } from '../../arena/index.ts';
import { UgiProcess } from '../../arena/ugi-process.ts';
import {
  FIXED_START_TEXT,
  formatPosition,
  outcome,
  type Position,
  parsePosition,
  parseTurn,
  play,
  randomStream,
  replayRecord,
  startPosition,
} from '../../env/index.ts';
import { PROGRAM } from '../support/program.ts';

const engine = (fault: string, ms = 50): UgiAgent => {
  const cmd = `${process.execPath} test/arena/engines/engine.mjs ${fault}`;
  return new UgiAgent('engine', { cmd, ms });
};

describe('an engine that fails loses by forfeit, with the reason on record', () => {
  test.each([
    { fault: 'crash', why: 'ended with code 3' },
    { fault: 'hang', why: 'gave no bestmove within' },
    { fault: 'nonsense', why: 'answered an invalid move "hello"' },
    { fault: 'illegal', why: 'answered an invalid move "E4xE5"' },
    { fault: 'half', why: 'answered an invalid' },
    { fault: 'empty', why: 'answered an invalid move ""' },
    { fault: 'chatter', why: 'was stopped' },
    { fault: 'flood', why: 'gave no bestmove within' },
  ])('$fault', async ({ fault, why }) => {
    const agent = engine(fault);
    const start = startPosition('random', randomStream(1));
    for (const game of [0, 1]) {
      const { record } = await playGame({
        start,
        setup: 'random',
        agents: [agent, new RandomAgent()],
        seeds: [0, 0],
        notes: { game },
      });
      expect(record.result).toEqual({ winner: 'black', reason: 'forfeit' });
      expect(record.notes?.forfeit).toContain(why);
      expect(() => replayRecord(record)).not.toThrow();
    }
    await agent.close();
  });

  test('an engine that cannot be started', async () => {
    const agent = new UgiAgent('engine', { cmd: './no-such-engine', ms: 50 });
    agent.newGame(0);
    await expect(agent.choose(startPosition('fixed', randomStream(0)))).rejects.toThrow(EngineFailure);
    await expect(agent.choose(startPosition('fixed', randomStream(0)))).rejects.toThrow('cannot be started (ENOENT)');
  });

  test('an engine that will not quit is stopped', async () => {
    const agent = engine('stubborn');
    await agent.choose(startPosition('fixed', randomStream(0))).catch(() => {});
    await agent.close();
  });
});

describe('an engine that chatters while nobody asks', () => {
  test('costs no memory, and the one line that is asked for is found at once', async () => {
    const ugi = new UgiProcess(`${process.execPath} test/arena/engines/engine.mjs eager`);
    ugi.send('ugi');
    await ugi.waitFor('ugiok', (line) => line === 'ugiok', 60_000);
    ugi.send('isready');
    await ugi.waitFor('readyok', (line) => line === 'readyok', 60_000);
    let lines = 0; // of 100 characters each
    await ugi.waitFor('many lines', () => ++lines === 200_000, 120_000);
    const before = process.memoryUsage();
    const until = performance.now() + 1000;
    while (performance.now() < until) await new Promise(setImmediate); // the opponent thinks
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(64 << 20);
    const asked = performance.now();
    await expect(ugi.waitFor('nothing', () => false, 100)).rejects.toThrow('gave no nothing within 100 ms');
    expect(performance.now() - asked).toBeLessThan(5000); // the limit fires in the flood
    await ugi.close();
  });
});

/** Whether a process is there and not only waiting to be buried. */
const runs = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

describe.runIf(process.platform === 'linux')('an engine behind a wrapper that starts others', () => {
  const start = async (fault: string): Promise<{ ugi: UgiProcess; pids: number[] }> => {
    const ugi = new UgiProcess(`${process.execPath} test/arena/engines/wrapper.mjs ${fault}`);
    const line = await ugi.waitFor('numbers', (text) => text.startsWith('info string'), 60_000);
    const pids = line.split(' ').slice(2).map(Number);
    expect(pids.map(runs)).toEqual([true, true, true]);
    return { ugi, pids };
  };
  const allGone = async (pids: readonly number[]): Promise<void> => {
    while (pids.some(runs)) await new Promise(setImmediate); // the test's own limit ends this
  };

  test('leaves nobody behind when the match is stopped with Ctrl-C', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tzaar-pids-')), 'pids');
    const engine = `ugi:cmd="${process.execPath} test/arena/engines/wrapper.mjs hang",nodes=5`;
    const args = [...PROGRAM, 'match', engine, 'random', '--games', '2', '--threads', '1'];
    const match = spawn(process.execPath, args, { env: { ...process.env, PIDS_FILE: file }, stdio: 'ignore' });
    const ended = once(match, 'exit');
    const pids = (): number[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []);
    while (pids().length < 3) await new Promise((done) => setTimeout(done, 20));
    match.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    await allGone(pids());
    expect(pids()).toHaveLength(3); // the second game of the pair did not start it again
  });

  test.each([
    { name: 'closes', fault: 'none', stop: (ugi: UgiProcess) => ugi.close() },
    { name: 'will not quit', fault: 'stubborn', stop: (ugi: UgiProcess) => ugi.close() },
    { name: 'is stopped', fault: 'hang', stop: async (ugi: UgiProcess) => ugi.kill() },
    { name: 'crashes', fault: 'crash', stop: async (ugi: UgiProcess) => ugi.send('go') },
  ])('leaves nobody behind when it $name', async ({ fault, stop }) => {
    const { ugi, pids } = await start(fault);
    await stop(ugi);
    await allGone(pids);
  });
});

test('an empty command is refused', async () => {
  await expect((await openAgent('ugi:cmd="  ",ms=50')).choose(parsePosition(FIXED_START_TEXT))).rejects.toThrow(
    'answered an invalid cmd',
  );
});

test('this project as an engine plays whole games through the protocol, as the agent itself would', async () => {
  const spec = 'alphabeta:nodes=200';
  const agent = new UgiAgent('engine', {
    cmd: `${process.execPath} ${PROGRAM[0]} ugi ${spec}`,
    depth: 50,
  });
  const direct = await createAgent(spec);
  const start = startPosition('random', randomStream(5));
  const setting = { start, setup: 'random', seeds: [1, 1], notes: {} } as const;
  const through = await playGame({ ...setting, agents: [agent, new RandomAgent()] });
  const self = await playGame({ ...setting, agents: [direct, new RandomAgent()] });
  expect(through.record.moves).toEqual(self.record.moves);
  expect(through.record.result).toEqual(self.record.result);
  await agent.close();
});

describe('the engine', () => {
  const make = (): UgiEngine => new UgiEngine(new AlphaBetaAgent('alphabeta:nodes=100', { nodes: 100 }), '0.0.0');

  test('introduces itself, is ready, and ends', async () => {
    const answers = [];
    for (const line of ['ugi', 'isready', 'uginewgame', 'setoption name x', '', 'quit'])
      answers.push(await make().answer(line));
    expect(answers).toEqual([
      ['id name tzaar-zero 0.0.0 alphabeta:nodes=100', 'id author the tzaar-zero authors', 'ugiok'],
      ['readyok'],
      [],
      [],
      [],
      null,
    ]);
  });

  test('ponders between its move and the next line, only where it is asked to', async () => {
    const pondered: string[] = [];
    const agent: Agent = {
      name: 'patient',
      newGame: () => {},
      choose: (position) => new RandomAgent().choose(position),
      ponder: (position, signal) =>
        new Promise((done) => {
          pondered.push(formatPosition(position));
          signal.addEventListener('abort', () => done());
        }),
      close: async () => {},
    };
    for (const ponder of [false, true]) {
      const ugi = new UgiEngine(agent, '0.0.0', { ponder });
      await ugi.answer('go');
      expect(pondered).toHaveLength(ponder ? 1 : 0);
      expect(await ugi.answer('isready')).toEqual(['readyok']); // which waits until the pondering has ended
    }
    expect(pondered[0]).toMatch(/ b 1 /); // after its own turn
  });

  test.each([
    { position: 'startpos', turns: 1 },
    { position: 'startpos moves D3xC3', turns: 2 },
    { position: `fen ${FIXED_START_TEXT} moves D3xC3 D4xD2,B4+C4`, turns: 3 },
  ])('answers a whole turn in one word after: $position', async ({ position }) => {
    const ugi = make();
    expect(await ugi.answer(`position ${position}`)).toEqual([]);
    const [info, best] = (await ugi.answer('go nodes 50'))!;
    expect(info).toMatch(/^info nodes \d+ value -?[\d.]+$/);
    const board: Position = parsePosition(FIXED_START_TEXT);
    for (const turn of position.split(' moves ')[1]?.split(' ') ?? [])
      for (const action of parseTurn(board, turn)) play(board, action);
    const { mover } = board;
    for (const action of parseTurn(board, best.split(' ')[1])) play(board, action);
    expect(board.mover !== mover || outcome(board) !== null).toBe(true);
  });

  test('answers queries', async () => {
    const ugi = make();
    await ugi.answer('position fen Z2A2T2z./....../......./......../......../......../......./....../...at b 1 -');
    expect(await ugi.answer('query gameover')).toEqual(['response true']);
    expect(await ugi.answer('query result')).toEqual(['response p1win']);
    expect(await ugi.answer('query p1turn')).toEqual(['response false']);
  });

  test.each([
    { line: 'position fen nonsense', says: 'invalid position' },
    { line: 'position nowhere', says: 'expected startpos or fen TEXT' },
    { line: 'position startpos move D3xC3', says: 'expected moves' },
    { line: 'position startpos moves D3xC3 pass', says: 'invalid move "pass"' },
    { line: 'position startpos moves D3xC3 D4xD2', says: 'a second step is missing' },
    { line: 'position startpos moves D3xC3,pass', says: 'it is over before pass' },
    { line: 'go movetime x', says: 'invalid movetime "x"' },
    { line: 'query weather', says: 'expected p1turn, gameover or result' },
  ])('says what is wrong with "$line" and goes on', async ({ line, says }) => {
    const ugi = make();
    const answer = await ugi.answer(line);
    expect(answer).toHaveLength(1);
    expect(answer![0]).toMatch(/^info string error /);
    expect(answer![0]).toContain(says);
    expect(await ugi.answer('isready')).toEqual(['readyok']);
  });
});

import { describe, expect, test } from 'vitest';
import { proveAtOnce } from '../../agents/proof/index.ts';
import { FIXED_START_TEXT, formatPosition, isLegal, parsePosition, randomStream } from '../../env/index.ts';
import { UniformEvaluator } from '../../models/index.ts';
import { Engine, type OpenNetwork } from '../../web/play/engine.ts';
import { EngineClient, type WorkerPort } from '../../web/play/engine-client.ts';
import { legalOf, newGame, positionAt } from '../../web/play/game.ts';
import { wantedJob } from '../../web/play/jobs.ts';
import { LEVELS, levelNamed } from '../../web/play/levels.ts';
import { type Reply, type Request, readReply, readRequest } from '../../web/play/protocol.ts';
import { advance, startSession } from '../../web/play/session.ts';
import { evaluatorOf, judgeByHash, quietEndgames } from '../support/search.ts';

const uniform: OpenNetwork = async () => ({ evaluator: new UniformEvaluator(), name: 'uniform', about: 'all alike' });

const started = (openNetwork = uniform): { engine: Engine; replies: Reply[] } => {
  const replies: Reply[] = [];
  // Through JSON, as a message between threads loses what is not plain data.
  const engine = new Engine(openNetwork, (reply) => replies.push(JSON.parse(JSON.stringify(reply))), randomStream(1));
  return { engine, replies };
};
const OPEN: Request = { type: 'open', id: 1, model: 'model/', wasm: 'wasm/' };

describe('the engine', () => {
  test.each(LEVELS.map(({ id }) => id))(
    'at level %s answers with a legal action and a reply that the page accepts',
    async (id) => {
      const { engine, replies } = started(async () => ({
        evaluator: evaluatorOf(judgeByHash, false),
        name: 'by hand',
        about: '',
      }));
      await engine.receive(OPEN);
      const thinking = levelNamed(id).thinking;
      const quick = thinking.type === 'alphabeta' ? { ...thinking, timeMs: 50 } : thinking;
      await engine.receive({ type: 'think', id: 2, position: FIXED_START_TEXT, thinking: quick });
      for (const reply of replies) expect(readReply(reply)).toEqual(reply);
      const thought = replies.at(-1)!;
      if (thought.type !== 'thought') throw new Error(`expected a thought, got ${JSON.stringify(thought)}`);
      expect(isLegal(parsePosition(FIXED_START_TEXT), thought.action)).toBe(true);
      expect(thought.insight.candidates.length).toBeGreaterThan(0);
    },
  );

  test('says why a model cannot be opened, and goes on with alpha-beta', async () => {
    const { engine, replies } = started(async () => {
      throw new Error('its manifest.json is not there');
    });
    await engine.receive(OPEN);
    expect(replies).toEqual([{ type: 'failed', id: 1, message: 'its manifest.json is not there' }]);
    await engine.receive({ type: 'think', id: 2, position: FIXED_START_TEXT, thinking: levelNamed('ab-1').thinking });
    expect(replies.at(-1)!.type).toBe('thought');
  });

  test('refuses to think with a network that it has not', async () => {
    const { engine, replies } = started();
    await engine.receive({ type: 'think', id: 2, position: FIXED_START_TEXT, thinking: { type: 'policy' } });
    expect(replies).toEqual([{ type: 'failed', id: 2, message: expect.stringContaining('open a model') }]);
  });

  test('hears a stop in the middle of a search and answers the next request', async () => {
    const { engine, replies } = started();
    await engine.receive(OPEN);
    const long = engine.receive({
      type: 'think',
      id: 2,
      position: FIXED_START_TEXT,
      thinking: { type: 'network', simulations: 200_000, steady: true },
    });
    setTimeout(() => engine.receive({ type: 'stop', id: 2 }), 30);
    const next = engine.receive({ type: 'think', id: 3, position: FIXED_START_TEXT, thinking: { type: 'policy' } });
    await Promise.all([long, next]);
    expect(replies.filter(({ id, type }) => id === 2 && type !== 'progress')).toEqual([]);
    expect(replies.at(-1)).toMatchObject({ type: 'thought', id: 3 });
  });

  test('does not begin what was stopped before its turn', async () => {
    const { engine, replies } = started();
    const { thinking } = levelNamed('ab-1');
    const [first, stopped] = [1, 2].map((id) =>
      engine.receive({ type: 'think', id, position: FIXED_START_TEXT, thinking }),
    );
    engine.receive({ type: 'stop', id: 2 });
    await Promise.all([first, stopped]);
    expect(replies.map(({ id }) => id)).toEqual([1]);
  });

  test('thinks with alpha-beta while a model is still on its way', async () => {
    let arrive = (): void => {};
    const arrived = new Promise<void>((done) => {
      arrive = done;
    });
    const { engine, replies } = started((model, wasm) => arrived.then(() => uniform(model, wasm)));
    const opening = engine.receive(OPEN);
    await engine.receive({ type: 'think', id: 2, position: FIXED_START_TEXT, thinking: levelNamed('ab-1').thinking });
    expect(replies.map(({ type, id }) => `${type} ${id}`)).toEqual(['thought 2']);
    arrive();
    await opening;
    await engine.receive({ type: 'think', id: 3, position: FIXED_START_TEXT, thinking: { type: 'policy' } });
    expect(replies.slice(1).map(({ type, id }) => `${type} ${id}`)).toEqual(['opened 1', 'thought 3']);
  });

  test('finds a win that is there', async () => {
    const { engine, replies } = started();
    await engine.receive(OPEN);
    const position = '...../....../......./......../.ZATt.../......../za...../....../..... w 1 -';
    await engine.receive({ type: 'think', id: 2, position, thinking: { type: 'network', simulations: 16 } });
    expect(replies.at(-1)).toMatchObject({ type: 'thought', insight: { proven: 'win', value: 1 } });
  });

  test('plays a win that is proven without asking the network, but shows what else there is where it analyses', async () => {
    const { engine, replies } = started();
    await engine.receive(OPEN);
    const won = quietEndgames(60, 12, 'proofs of the page')
      .filter((each) => proveAtOnce(each).result === 'win')
      .slice(0, 3);
    expect(won).toHaveLength(3);
    for (const position of won) {
      const request = { type: 'think', id: 2, position: formatPosition(position) } as const;
      await engine.receive({ ...request, thinking: levelNamed('net-256').thinking });
      expect(replies.at(-1)).toMatchObject({ type: 'thought', insight: { proven: 'win', value: 1, effort: 0 } });
      await engine.receive({ ...request, thinking: { type: 'network', simulations: 16, steady: true } });
      expect(replies.at(-1)).toMatchObject({ type: 'thought' });
      expect((replies.at(-1) as { insight: { effort: number } }).insight.effort).toBeGreaterThan(0);
    }
  });

  test('answers a position that is none with a sentence', async () => {
    const { engine, replies } = started();
    await engine.receive({ type: 'think', id: 2, position: 'nonsense', thinking: levelNamed('ab-1').thinking });
    expect(replies).toEqual([{ type: 'failed', id: 2, message: expect.stringContaining('invalid position') }]);
  });
});

test.each([
  null,
  'open',
  {},
  { type: 'open', id: 1, model: 3, wasm: '' },
  { type: 'open', id: 'x', model: '', wasm: '' },
  { type: 'think', id: 1, position: 'p' },
  { type: 'think', id: 1, position: 'p', thinking: { type: 'network', simulations: 0 } },
  { type: 'think', id: 1, position: 'p', thinking: { type: 'magic' } },
  { type: 'dance', id: 1 },
])('%j is no request', (data) => expect(readRequest(data)).toBeNull());

test.each([
  null,
  { type: 'opened', id: 1 },
  { type: 'thought', id: 1, action: 541, insight: { value: 0, by: 'network', effort: 1, candidates: [] }, timeMs: 1 },
  { type: 'thought', id: 1, action: 0, insight: { value: 2, by: 'network', effort: 1, candidates: [] }, timeMs: 1 },
  { type: 'progress', id: 1, insight: { value: 0, by: 'network', effort: 1, candidates: [{}] }, done: 0.5 },
  { type: 'failed', id: 1, message: 7 },
])('%j is no reply', (data) => expect(readReply(data)).toBeNull());

test('the page’s end drops answers to questions that it no longer asks', () => {
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const sent: Request[] = [];
  const port: WorkerPort = {
    postMessage: (request) => sent.push(request),
    addEventListener: (type: string, listener: unknown) => {
      if (type === 'message') listeners.push(listener as (event: { data: unknown }) => void);
    },
    terminate: () => {},
  };
  const heard: Reply[] = [];
  const client = new EngineClient(port, {
    model: (reply) => heard.push(reply),
    thinking: (reply) => heard.push(reply),
    broken: () => {},
  });
  const answer = (id: number): void =>
    listeners[0]({
      data: {
        type: 'thought',
        id,
        action: 0,
        insight: { value: 0, by: 'network', effort: 1, candidates: [] },
        timeMs: 1,
      },
    });
  client.think('first', { type: 'policy' });
  client.think('second', { type: 'policy' });
  expect(sent.map(({ type, id }) => `${type} ${id}`)).toEqual(['think 1', 'stop 1', 'think 2']);
  answer(1);
  listeners[0]({ data: 'rubbish' });
  expect(heard).toEqual([]);
  answer(2);
  answer(2);
  expect(heard.map(({ id }) => id)).toEqual([2]);
});

describe('what the engine is wanted for', () => {
  const game = newGame('fixed', randomStream(0));
  const insight = { value: 0, by: 'network', effort: 32, candidates: [] } as const;

  test('its own move comes first', () => {
    expect(wantedJob(startSession(game, 'black', 'net-64'), 'network', true)).toMatchObject({
      purpose: 'move',
      ply: 0,
      thinking: { simulations: 64 },
    });
  });

  test('it waits for the network if its level needs one, and only then', () => {
    expect(wantedJob(startSession(game, 'black', 'net-64'), null, true)).toBeNull();
    expect(wantedJob(startSession(game, 'black', 'ab-1'), null, true)).toMatchObject({ purpose: 'move' });
  });

  test('where there is no network, alpha-beta plays in its place, and the wish stays', () => {
    const session = startSession(game, 'black', 'net-64');
    expect(wantedJob(session, 'alphabeta', false)).toMatchObject({ purpose: 'move', thinking: { type: 'alphabeta' } });
    expect(wantedJob(session, 'network', false)).toMatchObject({ purpose: 'move', thinking: { simulations: 64 } });
  });

  test('candidates are looked for only where they are shown', () => {
    expect(wantedJob(startSession(game, 'white', 'net-64'), 'network', true)).toMatchObject({ purpose: 'analysis' });
    expect(wantedJob(startSession(game, 'white', 'net-64'), 'network', false)).toMatchObject({ purpose: 'curve' });
  });

  test('every position of a game gets a point of the curve, then there is nothing to do', () => {
    const actions = legalOf(positionAt(game)).slice(0, 1);
    let session = startSession({ ...game, actions }, 'both', 'net-64');
    for (const ply of [1, 0]) {
      const job = wantedJob(session, 'network', false)!;
      expect(job).toMatchObject({ purpose: 'curve', ply, position: formatPosition(positionAt(session.game, ply)) });
      session = advance(session, { type: 'learn', position: job.position, insight });
    }
    expect(wantedJob(session, 'network', false)).toBeNull();
  });

  test('while a person looks back, the engine does not move', () => {
    const [action] = legalOf(positionAt(game));
    const session = startSession({ ...game, actions: [action] }, 'white', 'net-64', 0);
    expect(wantedJob(session, 'network', true)).toMatchObject({ purpose: 'analysis', ply: 0 });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agentJudge,
  annotate,
  annotateGame,
  createAgent,
  type Judge,
  type Judgement,
  type Judgements,
  MARKS,
  markOf,
  summariseAnnotation,
} from '../../../agents/index.ts';
import {
  type Action,
  formatPosition,
  InvalidInput,
  movesSoFar,
  outcome,
  type Position,
  parseAction,
  parsePosition,
  play,
  playedActions,
  randomStream,
  startPosition,
  undo,
} from '../../../env/index.ts';
import { randomEndgames } from '../../support/endgames.ts';
import { choices, legalList, playChoices } from '../../support/games.ts';

/** Black wins, at the earliest in the second turn from here. */
const ENDGAME = '..z../a...../A.t3...z2/...a2..T./T...t2..t2/......Z2./T....../....../T3T2.A3. b 1 -';

const actionsOf = (position: Position, ...moves: readonly string[]): Action[] => {
  const actions = moves.map((move) => {
    const action = parseAction(position, move);
    play(position, action);
    return action;
  });
  for (const _ of moves) undo(position);
  return actions;
};

const textAfter = (position: Position, ...actions: readonly Action[]): string => {
  for (const action of actions) play(position, action);
  const text = formatPosition(position);
  for (const _ of actions) undo(position);
  return text;
};

const says = (action: Action, value: number, proven?: 'win' | 'loss'): Judgement => ({
  action,
  value,
  line: [action],
  ...(proven && { proven }),
});

/** Solves small endgames by trying everything. */
const exactJudge: Judge = async (position) => {
  const best = solve(position);
  return { action: best.action, value: best.wins ? 1 : -1, proven: best.wins ? 'win' : 'loss', line: [best.action] };
};

type Solution = { readonly wins: boolean; readonly action: Action };
const solved = new Map<string, Solution>();

const solve = (position: Position): Solution => {
  const { mover, hashLow, hashHigh } = position;
  const key = `${hashLow} ${hashHigh}`;
  const known = solved.get(key);
  if (known !== undefined) return known;
  const legal = legalList(position);
  const winning = legal.find((action) => {
    play(position, action);
    const over = outcome(position);
    const wins = over === null ? solve(position).wins === (position.mover === mover) : over.winner === mover;
    undo(position);
    return wins;
  });
  const solution = { wins: winning !== undefined, action: winning ?? legal[0] };
  solved.set(key, solution);
  return solution;
};

describe('a verdict', () => {
  const start = parsePosition(ENDGAME);
  const [best, pass] = actionsOf(start, 'B1xC1', 'pass');
  const other = legalList(start).find((action) => action !== best)!;
  const text = formatPosition(start);

  test('of the best action: nothing is lost, whatever the next judgement says', () => {
    const judgements = new Map([
      [text, says(best, 0.6)],
      [textAfter(start, best), says(pass, -0.2)],
    ]);
    const { actions, whiteChances, settled, wanted } = annotate(start, [best], judgements);
    expect(wanted).toBeNull();
    expect(settled).toBe(1);
    expect(actions[0]).toMatchObject({ ply: 1, player: 'black', move: 'B1xC1' });
    expect(actions[0].verdict).toMatchObject({ before: { chance: 0.8 }, after: { chance: 0.4 }, loss: 0, mark: null });
    expect(whiteChances[0]).toBeCloseTo(0.2);
    expect(whiteChances[1]).toBeCloseTo(0.6); // the same player is still at the move
  });

  test('of another one: what stands after it is held against what stands after the best', () => {
    const judgements = new Map([
      [text, says(best, 0.6)],
      [textAfter(start, best), says(pass, 0.4)],
      [textAfter(start, other), says(pass, 0.1)],
    ]);
    const { verdict } = annotate(start, [other], judgements).actions[0];
    expect(verdict!.loss).toBeCloseTo(0.15);
    expect(verdict).toMatchObject({ mark: 'mistake', best: { action: best, move: 'B1xC1', line: 'B1xC1' } });
    expect(verdict!.best.prospect.chance).toBeCloseTo(0.7);
  });

  test('of one that is better than the judge thought: nothing is lost', () => {
    const judgements = new Map([
      [text, says(best, 0)],
      [textAfter(start, best), says(pass, 0)],
      [textAfter(start, other), says(pass, 0.5)],
    ]);
    expect(annotate(start, [other], judgements).actions[0].verdict).toMatchObject({ loss: 0, mark: null });
  });

  test('counts proven results exactly: a thrown-away win loses everything, a lost position nothing more', () => {
    const after = textAfter(start, other);
    const thrown = new Map([
      [text, says(best, 1, 'win')],
      [after, says(pass, -0.99, 'loss')],
    ]);
    expect(annotate(start, [other], thrown).actions[0].verdict).toMatchObject({
      before: { chance: 1, proven: 'win' },
      after: { chance: 0, proven: 'loss' },
      loss: 1,
      mark: 'blunder',
    });
    const lost = new Map([
      [text, says(best, -1, 'loss')],
      [after, says(pass, -1, 'loss')],
    ]);
    expect(annotate(start, [other], lost).actions[0].verdict).toMatchObject({ loss: 0, mark: null });
  });

  test('is missing where the judge has no opinion, and nothing more is asked then', () => {
    const { actions, wanted, settled } = annotate(start, [best], new Map([[text, null]]));
    expect({ verdict: actions[0].verdict, wanted, settled }).toEqual({ verdict: null, wanted: null, settled: 1 });
  });
});

test('asks for the position before, after the best action and after the one that was played, each once', () => {
  const start = parsePosition(ENDGAME);
  const [best, pass] = actionsOf(start, 'B1xC1', 'pass');
  const other = legalList(start).find((action) => action !== best)!;
  const judgements = new Map<string, Judgement | null>();
  const asked: string[] = [];
  for (let { wanted } = annotate(start, [other], judgements); wanted !== null; ) {
    asked.push(wanted);
    judgements.set(wanted, says(asked.length === 1 ? best : pass, 0));
    ({ wanted } = annotate(start, [other], judgements));
  }
  expect(asked).toEqual([formatPosition(start), textAfter(start, best), textAfter(start, other)]);
});

test('with an exact judge every loss is all or nothing, and the loser of a won endgame has lost everything once', async () => {
  for (const end of randomEndgames(6, 11, 'annotate')) {
    const start = parsePosition(formatPosition(end));
    const game = parsePosition(formatPosition(end));
    const rng = randomStream('annotate', formatPosition(end));
    while (outcome(game) === null) {
      const legal = legalList(game);
      play(game, legal[Math.floor(rng() * legal.length)]);
    }
    const { actions, whiteChances, wanted } = await annotateGame(start, playedActions(game), exactJudge);
    expect(wanted).toBeNull();
    for (const { verdict } of actions) expect([0, 1]).toContain(verdict!.loss);
    // Every change of the curve is somebody's blunder, and the other way round.
    const changes = whiteChances.slice(1).filter((chance, index) => chance !== whiteChances[index]).length;
    expect(actions.filter(({ verdict }) => verdict!.mark === 'blunder')).toHaveLength(changes);
    expect(whiteChances.at(-1)).toBe(outcome(game)!.winner === 0 ? 1 : 0);
  }
});

test('any game, however little is judged: the position stays, losses are chances, and the counts add up', () => {
  fc.assert(
    fc.property(
      choices(60),
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1 }),
      (picks, values) => {
        const end = playChoices(picks);
        const start = parsePosition(movesSoFar(end).start);
        const before = formatPosition(start);
        const judgements = new Map<string, Judgement | null>();
        for (let index = 0; ; index++) {
          const { wanted, settled, actions } = annotate(start, playedActions(end), judgements as Judgements);
          expect(formatPosition(start)).toBe(before);
          expect(actions.filter(({ verdict }) => verdict !== null).length).toBeLessThanOrEqual(settled);
          if (wanted === null || index > values.length) break;
          expect(judgements.has(wanted)).toBe(false);
          judgements.set(wanted, says(legalList(parsePosition(wanted))[0], values[index % values.length]));
        }
        const { actions } = annotate(start, playedActions(end), judgements);
        const { white, black } = summariseAnnotation(actions);
        const verdicts = actions.flatMap(({ verdict }) => (verdict === null ? [] : [verdict]));
        expect(white.actions + black.actions).toBe(verdicts.length);
        for (const { loss } of verdicts) expect(loss >= 0 && loss <= 1).toBe(true);
        const marked = [white, black].flatMap(({ marks }) => Object.values(marks)).reduce((sum, each) => sum + each, 0);
        expect(marked).toBe(verdicts.filter(({ mark }) => mark !== null).length);
      },
    ),
    { numRuns: 60 },
  );
});

test.each(MARKS)('$name is given from a loss of $leastLoss on', ({ name, leastLoss }) => {
  expect(markOf(leastLoss)?.name).toBe(name);
  expect(markOf(leastLoss - 1e-9)?.name).not.toBe(name);
});

describe('an agent as a judge', () => {
  test('says the same of a position whatever it was asked before', async () => {
    const agent = await createAgent('alphabeta:nodes=300');
    const judge = agentJudge(agent);
    const start = startPosition('random', randomStream(1));
    const first = await judge(start);
    await judge(parsePosition(ENDGAME));
    expect(await judge(start)).toEqual(first);
    expect(first).toMatchObject({ line: [first!.action] });
    await agent.close();
  });

  test('that gives no values has no opinion', async () => {
    const agent = await createAgent('greedy');
    expect(await agentJudge(agent)(parsePosition(ENDGAME))).toBeNull();
  });

  test.each([
    { fault: 'an illegal action', choice: { action: 360, value: 0 }, sentence: /invalid action of mine 360/ },
    { fault: 'a value that is none', choice: { value: Number.NaN }, sentence: /invalid value of mine NaN/ },
  ])('is refused with a sentence for $fault', async ({ choice, sentence }) => {
    const start = parsePosition(ENDGAME);
    const [action] = legalList(start);
    const agent = {
      name: 'mine',
      newGame: () => {},
      choose: async () => ({ action, nodes: 0, timeMs: 0, ...choice }),
      close: async () => {},
    };
    await expect(agentJudge(agent)(start)).rejects.toThrow(InvalidInput);
    await expect(agentJudge(agent)(start)).rejects.toThrow(sentence);
  });
});

test('annotating can be stopped between two judgements', async () => {
  const start = parsePosition(ENDGAME);
  const controller = new AbortController();
  let asked = 0;
  const annotation = await annotateGame(
    start,
    actionsOf(start, 'B1xC1', 'pass'),
    async (position) => {
      if (++asked === 2) controller.abort();
      return says(legalList(position)[0], 0);
    },
    { signal: controller.signal },
  );
  expect(asked).toBe(2);
  expect(annotation.wanted).not.toBeNull();
});

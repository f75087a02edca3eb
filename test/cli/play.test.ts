import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Agent, createAgent } from '../../agents/index.ts';
import { PersonGame } from '../../cli/play/person-game.ts';
import { completeLine, readLine } from '../../cli/play/words.ts';
import {
  formatPosition,
  legalMoveTexts,
  type Player,
  parseAction,
  parseRecord,
  play,
  randomStream,
  replayRecord,
  startPosition,
} from '../../env/index.ts';
import { tzaar, tzaarHere } from '../support/cli.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'tzaar-play-'));
const lines = (...typed: readonly string[]): string => `${typed.join('\n')}\n`;

/** White takes black's last tzaar with A1xC3. */
const WIN_NOW = 'Z.T../A...../t.z..../......../......../......../..a..../....../..... w 1 -';

describe('a game from a pipe', () => {
  test('shows the board, answers commands and wrong input, and is recorded when the person gives up', () => {
    const file = join(folder(), 'games.jsonl');
    const typed = lines(
      'moves',
      'D7xD8',
      'd7xe7',
      'hint',
      'eval',
      'eval greedy',
      'undo',
      'D7xE7',
      'nonsense',
      'resign',
    );
    const { code, out, err } = tzaar(
      ['play', 'alphabeta:nodes=200', '--setup', 'fixed', '--seed', '3', '--record', file],
      typed,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('You play white against alphabeta:nodes=200 (fixed, seed 3)');
    expect(out).toContain('white opens with one capture');
    expect(out).toMatch(/^A5xA4 B1xA1 /m);
    expect(out).toMatch(/^invalid move "D7xD8": .*would be a stacking/m);
    expect(out.match(/alphabeta:nodes=200 plays \w\dx\w\d \S+\n/g)).toHaveLength(2);
    expect(out).toMatch(/^alphabeta:nodes=200 would play \w\dx\w\d, you win with \d+ %$/m);
    expect(out).toMatch(/^you win with \d+ %, says alphabeta:nodes=200$/m);
    expect(out).toMatch(/^invalid agent "greedy": it does not say what it expects here$/m);
    expect(out).toMatch(/^invalid input "nonsense": expected a move/m);
    const record = parseRecord(readFileSync(file, 'utf8').trim());
    expect(record.players).toEqual({ white: 'person', black: 'alphabeta:nodes=200' });
    expect(record.result).toEqual({ winner: 'black', reason: 'forfeit' });
    expect(record.moves).toHaveLength(3);
    expect(record.notes).toMatchObject({ seed: 3, takenBack: 1 });
    expect(replayRecord(record).actions).toHaveLength(3);
  });

  test('ends with the input, and the unfinished game is added after what the file holds already', () => {
    const file = join(folder(), 'games.jsonl');
    writeFileSync(file, 'cut off');
    const args = ['play', 'random', '--colour', 'black', '--seed', '1', '--record', file];
    const { code, out } = tzaar(args, 'save\n');
    expect(code).toBe(0);
    expect(out).toMatch(/random plays \S+\n/);
    expect(out).toMatch(/missing file: write save FILE\nThe input has ended\.\nAdded the game to /);
    const [before, game] = readFileSync(file, 'utf8').split('\n');
    expect(before).toBe('cut off');
    expect(parseRecord(game)).toMatchObject({ setup: 'random', result: null, players: { black: 'person' } });
  });

  test('that is won says so, and can be saved or taken back', () => {
    const file = join(folder(), 'won.jsonl');
    const typed = lines('A1xC3', 'moves', `save ${file}`, 'undo', 'position', 'quit');
    const { out } = tzaar(['play', 'greedy', '--position', WIN_NOW], typed);
    expect(out).toContain("white has won: black's last stack of a kind was captured");
    expect(out).toContain('the game is over; undo, save FILE and quit are left');
    expect(replayRecord(parseRecord(readFileSync(file, 'utf8'))).actions).toHaveLength(1);
    expect(out).toContain(WIN_NOW);
  });

  test('lets lots place the pieces of the tournament set-up', () => {
    const { out } = tzaar(['play', 'random', '--setup', 'tournament', '--seed', '2'], lines('z@e5', 'lot', 'lot'));
    expect(out).toContain('white: 5 tzaars, 9 tzarras, 15 totts to place');
    expect(out).toContain('white opens with one capture');
    expect(out).toContain('invalid lot "here": all pieces have been placed');
  });
});

test.each([
  { args: ['nobody'], sentence: /invalid agent "nobody"/ },
  { args: ['greedy', '--colour', 'red'], sentence: /invalid colour "red": expected white or black/ },
  { args: ['greedy', '--setup', 'chess'], sentence: /invalid set-up "chess"/ },
  { args: ['greedy', '--position', 'x'], sentence: /invalid position/ },
  { args: ['greedy', '--record', '/nowhere/games.jsonl'], sentence: /invalid record .*: it cannot be written/ },
  { args: ['greedy', '--record', '.'], sentence: /invalid record "\.": it is a folder/ },
  { args: ['greedy', '--position', WIN_NOW.replace('z', '.')], sentence: /the game is over there/ },
])('play $args is refused in a sentence', async ({ args, sentence }) => {
  const { code, err } = await tzaarHere(['play', ...args]);
  expect(code).toBe(1);
  expect(err).toMatch(sentence);
});

describe('typing', () => {
  const start = startPosition('fixed', randomStream(0));

  test.each([
    { line: '', typed: { type: 'nothing' } },
    { line: ' HINT  alphabeta:ms=5 ', typed: { type: 'command', name: 'hint', argument: 'alphabeta:ms=5' } },
    { line: 'f6xf5 G1+f2', typed: { type: 'moves', moves: ['F6xF5', 'G1+F2'] } },
    { line: 'a1xa2,PASS', typed: { type: 'moves', moves: ['A1xA2', 'pass'] } },
    { line: 'Z@e5', typed: { type: 'moves', moves: ['Z@E5'] } },
  ])('$line is understood', ({ line, typed }) => {
    expect(readLine(line)).toEqual(typed);
  });

  test.each(['A1', 'undo!', '\u001b[2Jx', '🎲'])('%j is refused', (line) => {
    expect(() => readLine(line)).toThrow(/expected a move such as/);
  });

  test.each([
    {
      line: '',
      words: [
        ...legalMoveTexts(start),
        'moves',
        'hint',
        'eval',
        'undo',
        'lot',
        'board',
        'position',
        'save',
        'resign',
        'quit',
        'help',
      ],
      typed: '',
    },
    { line: 'd7', words: ['D7xE6', 'D7xE7'], typed: 'd7' },
    { line: 'h', words: ['H3xG3', 'H3xH2', 'H5xG6', 'H5xH6', 'hint', 'help'], typed: 'h' },
    { line: 'D7xE7 ', words: [], typed: '' }, // the opening turn is over then
    { line: 'D7xD8 E', words: [], typed: 'E' },
  ])('Tab after "$line" offers what can follow', ({ line, words, typed }) => {
    expect(completeLine(line, start)).toEqual([words, typed]);
  });

  test('Tab knows the second step of a turn, and only commands when the game is over', () => {
    const position = startPosition('fixed', randomStream(0));
    play(position, parseAction(position, 'D7xE7'));
    const [first] = legalMoveTexts(position);
    expect(completeLine(`${first} p`, position)).toEqual([['pass'], 'p']);
    expect(completeLine('q', null)).toEqual([['quit'], 'q']);
  });
});

describe('taking back', () => {
  const begin = async (person: Player): Promise<PersonGame> =>
    new PersonGame({
      start: startPosition('fixed', randomStream(0)),
      setup: 'fixed',
      person,
      opponent: await createAgent('random'),
      seed: 4,
    });

  test('leads to the own last decision, over the turn of the opponent, and then to the step before', async () => {
    const game = await begin(0);
    const texts: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      while (game.isPersonToAct) {
        texts.push(formatPosition(game.position));
        game.playMoves([legalMoveTexts(game.position)[0]]);
      }
      await game.letOpponentPlay();
    }
    for (const text of texts.reverse()) {
      game.takeBack();
      expect(formatPosition(game.position)).toBe(text);
    }
    expect(() => game.takeBack()).toThrow(/no move of yours to take back/);
  });

  test('never takes back what only the opponent has done', async () => {
    const game = await begin(1);
    expect(await game.letOpponentPlay()).toHaveLength(1);
    const before = formatPosition(game.position);
    expect(() => game.takeBack()).toThrow(/no move of yours/);
    expect(formatPosition(game.position)).toBe(before);
  });
});

test('moves of a line are played all or none', async () => {
  const opponent = await createAgent('random');
  const start = startPosition('fixed', randomStream(0));
  const game = new PersonGame({ start, setup: 'fixed', person: 0, opponent, seed: 1 });
  expect(() => game.playMoves(['D7xE7', 'E8xE7'])).toThrow(/it is over before E8xE7/);
  expect(game.position.ply).toBe(0);
});

test('an opponent that fails has lost, with the reason in the record', async () => {
  const opponent: Agent = {
    name: 'mine',
    newGame: () => {},
    choose: async () => {
      throw new Error('out of \u001b[2J ideas');
    },
    close: async () => {},
  };
  const start = startPosition('fixed', randomStream(0));
  const game = new PersonGame({ start, setup: 'fixed', person: 1, opponent, seed: 1 });
  await game.letOpponentPlay();
  expect(game.isOver).toBe(true);
  expect(game.forfeit).toBe('mine has failed: out of \\u{1b}[2J ideas');
  expect(game.record()).toMatchObject({ result: { winner: 'black', reason: 'forfeit' } });
});

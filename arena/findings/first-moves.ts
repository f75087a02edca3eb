/**
 * The first moves of the fixed start: what a long search prefers, and how games went that began so. Turning the board by 120° gives
 * the same start, so moves come in threes that are one; and since a network knows left from right, all images of the
 * start are searched and what they say is put together.
 */
import { type SearchLine, ZeroAgent } from '../../agents/index.ts';
import {
  type Action,
  applySymmetry,
  emptyPosition,
  formatAction,
  formatLine,
  hashOf,
  inverseSymmetry,
  type Position,
  randomStream,
  SYMMETRY_COUNT,
  type Symmetry,
  startPosition,
  symmetricAction,
  WHITE,
} from '../../env/index.ts';
import type { Evaluator } from '../../models/index.ts';
import type { Interval } from '../game-interval.ts';
import { wilsonInterval } from '../wilson.ts';
import type { FindingGame } from './finding-game.ts';

/** A first move, standing for all that symmetries of the start make of it. */
export type FirstMove = {
  readonly action: Action;
  readonly move: string;
  /** Share of the searches' visits, 0 to 1, of all moves that it stands for. */
  readonly visitShare: number;
  /** White's winning chance after it, with the lowest and the highest of the searches; null where none tried it. */
  readonly chance: Interval | null;
  /** Games that began with it, and how many of them white won with a 95 % interval; null without games. */
  readonly games: number;
  readonly won: Interval | null;
};

/** The first moves, the most visited first. */
export type FirstMoves = {
  readonly simulations: number;
  /** How many images of the start were searched. */
  readonly searches: number;
  /** How many moves each of them stands for. */
  readonly alike: number;
  readonly moves: readonly FirstMove[];
  /** What the search expects after the first of them, with a bar between turns. */
  readonly line: string;
};

/** One image of the start, and what the search of it found. */
export type SearchedImage = { readonly symmetry: Symmetry; readonly lines: readonly SearchLine[] };

/** Searches every image of the fixed start and counts the games from it. */
export const findFirstMoves = async (
  evaluator: Evaluator,
  simulations: number,
  games: readonly FindingGame[],
): Promise<FirstMoves> => {
  const start = fixedStart();
  const agent = new ZeroAgent(evaluator, { sims: simulations }); // not closed: that would close the evaluator
  const searched: SearchedImage[] = [];
  for (const symmetry of distinctImages(start)) {
    const image = applySymmetry(start, symmetry, emptyPosition());
    agent.newGame(0);
    await agent.choose(image);
    searched.push({ symmetry, lines: agent.lines(Number.MAX_SAFE_INTEGER) });
  }
  return mergeFirstMoves(simulations, searched, games);
};

/** Puts the searches of several images of the fixed start together. */
export const mergeFirstMoves = (
  simulations: number,
  searched: readonly SearchedImage[],
  games: readonly FindingGame[],
): FirstMoves => {
  const start = fixedStart();
  const own = ownSymmetries(start);
  const alike = (action: Action): Action[] => own.map((symmetry) => symmetricAction(symmetry, action));
  const oneOf = (action: Action): Action => Math.min(...alike(action));
  const begun = games.filter(({ setup }) => setup === 'fixed');
  const all = searched.map(turnBack);
  const total = visitsIn(all.flat());
  const actions = [...new Set(all.flat().map(({ action }) => oneOf(action)))];
  const linesOf = (lines: readonly SearchLine[], action: Action): SearchLine[] =>
    lines.filter((line) => oneOf(line.action) === action && line.visits > 0);
  const moves = actions
    .map((action) => ({ action, visitShare: visitsIn(linesOf(all.flat(), action)) / total }))
    .sort((one, other) => other.visitShare - one.visitShare || one.action - other.action)
    .map(({ action, visitShare }, rank): FirstMove => {
      const played = begun.filter((game) => oneOf(game.actions[0]) === action);
      const shown = alike(action)[rank % own.length]; // so that a picture of the best ones is not crowded
      return {
        action: shown,
        move: formatAction(start, shown),
        visitShare,
        chance: chanceOf(all.map((lines) => linesOf(lines, action)).filter((lines) => lines.length > 0)),
        games: played.length,
        won: wonBy(played),
      };
    });
  const [best] = linesOf(all.flat(), oneOf(moves[0].action)).sort((one, other) => other.visits - one.visits);
  const turn = own.find((symmetry) => symmetricAction(symmetry, best.action) === moves[0].action)!;
  const line = best.actions.map((action) => symmetricAction(turn, action));
  return { simulations, searches: searched.length, alike: own.length, moves, line: formatLine(start, line) };
};

/** What was found in an image of the start, as seen from the start. */
const turnBack = ({ symmetry, lines }: SearchedImage): SearchLine[] => {
  const back = inverseSymmetry(symmetry);
  return lines.map((line) => ({
    ...line,
    action: symmetricAction(back, line.action),
    actions: line.actions.map((action) => symmetricAction(back, action)),
  }));
};

const fixedStart = (): Position => startPosition('fixed', randomStream(0));

const hashUnder = (start: Position, symmetry: Symmetry): bigint =>
  hashOf(applySymmetry(start, symmetry, emptyPosition()));

const symmetries: readonly Symmetry[] = Array.from({ length: SYMMETRY_COUNT }, (_, symmetry) => symmetry);

/** The symmetries that leave the start as it is. */
const ownSymmetries = (start: Position): readonly Symmetry[] =>
  symmetries.filter((symmetry) => hashUnder(start, symmetry) === hashOf(start));

/** One symmetry for each image, the identity first. */
const distinctImages = (start: Position): readonly Symmetry[] => {
  const seen = new Map<bigint, Symmetry>();
  for (const symmetry of symmetries) {
    const hash = hashUnder(start, symmetry);
    if (!seen.has(hash)) seen.set(hash, symmetry);
  }
  return [...seen.values()];
};

const visitsIn = (lines: readonly SearchLine[]): number => lines.reduce((sum, { visits }) => sum + visits, 0);

/** The mean by visits, of all searches and of each. */
const chanceOf = (bySearch: readonly (readonly SearchLine[])[]): Interval | null => {
  const mean = (lines: readonly SearchLine[]): number =>
    lines.reduce((sum, { visits, value }) => sum + (visits * (1 + value)) / 2, 0) / visitsIn(lines);
  const means = bySearch.map(mean);
  return means.length === 0
    ? null
    : { value: mean(bySearch.flat()), low: Math.min(...means), high: Math.max(...means) };
};

const wonBy = (games: readonly FindingGame[]): Interval | null => {
  if (games.length === 0) return null;
  const value = games.filter(({ winner }) => winner === WHITE).length / games.length;
  const [low, high] = wilsonInterval(value, games.length);
  return { value, low, high };
};

/** Everything that is found out about the game, from games of a network against itself and from the network itself. */
import type { GameRecord } from '../../env/index.ts';
import type { Evaluator } from '../../models/index.ts';
import { measureBalance, type SetupBalance } from './balance.ts';
import { type FindingGame, readFindingGame } from './finding-game.ts';
import { type FirstMoves, findFirstMoves } from './first-moves.ts';
import { createWorthMeter, type PieceWorth } from './piece-worth.ts';
import { measurePlacement, type Placement } from './placement.ts';
import { createPositionJudge } from './position-judge.ts';
import { measureProofReach, type ProofReach } from './proof-reach.ts';
import { createStepMeter, type SecondSteps } from './second-step.ts';

/** What a network has found out, as numbers. */
export type Findings = {
  readonly balance: readonly SetupBalance[];
  readonly worth: PieceWorth;
  readonly secondSteps: SecondSteps;
  readonly firstMoves: FirstMoves;
  readonly placement: Placement;
  readonly proofs: ProofReach;
};

/** What `findOut` is told. */
export type FindOutOptions = {
  /** Of the network that played, which stays open. */
  readonly evaluator: Evaluator;
  /** Which positions of the games are looked at. */
  readonly seed: number;
  /** Simulations for the first moves. */
  readonly searchSims: number;
  /** Hears of every game that was looked at. */
  readonly onProgress?: (games: number) => void;
};

/** The same for the same games and options; the order of the games does not matter. */
export const findOut = async (
  records: readonly GameRecord[],
  { evaluator, seed, searchSims, onProgress }: FindOutOptions,
): Promise<Findings> => {
  const games = records.map(readFindingGame).sort(inOrder);
  const judge = createPositionJudge(evaluator);
  const [worth, steps] = [createWorthMeter(judge, seed), createStepMeter(judge, seed)];
  for (const [index, game] of games.entries()) {
    await worth.look(game);
    await steps.look(game);
    onProgress?.(index + 1);
  }
  return {
    balance: measureBalance(games),
    worth: worth.read(),
    secondSteps: steps.read(),
    firstMoves: await findFirstMoves(evaluator, searchSims, games),
    placement: measurePlacement(games),
    proofs: measureProofReach(games),
  };
};

/** Sums of fractions depend on their order in the last digit. */
const inOrder = (one: FindingGame, other: FindingGame): number =>
  one.setup.localeCompare(other.setup) || one.pair - other.pair || one.number - other.number;

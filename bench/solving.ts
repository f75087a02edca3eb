/**
 * What the search achieves without a network: against random play, and on wins and endgames that brute force or others have
 * solved. Nothing here depends on the speed of the machine.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SEARCH_RULES } from '../agents/search/index.ts';
import { ZeroAgent } from '../agents/zero-agent.ts';
import {
  BOTH_PLAYERS,
  formatAction,
  legalActions,
  MAX_LEGAL_ACTIONS,
  outcome,
  type Player,
  type Position,
  parsePosition,
  play,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../env/index.ts';
import { UniformEvaluator } from '../models/index.ts';
import { winsWithinTurns } from '../test/reference/minimax.ts';
import { lateGames, quietEndgames } from '../test/support/search.ts';

const ENDGAMES = fileURLToPath(new URL('../../shared/data/endgames.jsonl', import.meta.url));
const PAIRS = 30;
const FEW = 800;
const MANY = 20_000;

export const benchSolving = async (): Promise<void> => {
  const oneTurn = lateGames(1500, 22, 'bench').filter((position) => winsWithinTurns(position, 1));
  const twoTurns = [12, 14, 16, 18, 20].flatMap((stacks) =>
    quietEndgames(100, stacks, `bench ${stacks}`).filter((position) => winsWithinTurns(position, 3)),
  );
  for (const rule of SEARCH_RULES.names) {
    print(`${rule}, ${FEW} simulations, against random play: ${await beatRandom(rule)} of ${2 * PAIRS} games won`);
    const won = await countProven(rule, FEW, oneTurn);
    print(`${rule}, ${FEW} simulations, wins within a turn: ${won.proven} of ${oneTurn.length} proven`);
    const forced = await countProven(rule, MANY, twoTurns);
    print(
      `${rule}, ${MANY} simulations, wins within two turns: ${forced.proven} of ${twoTurns.length} proven, ` +
        `${forced.meanSimulations} simulations on average`,
    );
    if (existsSync(ENDGAMES)) print(`${rule}, ${MANY} simulations, ${await solveEndgames(rule)}`);
  }
};

const agentOf = (rule: string, sims: number): ZeroAgent => new ZeroAgent(new UniformEvaluator(), { rule, sims });

/** Games won of pairs with the same set-up and colours swapped. */
const beatRandom = async (rule: string): Promise<number> => {
  const agent = agentOf(rule, FEW);
  let won = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const side of BOTH_PLAYERS) if ((await playRandom(agent, side, pair)) === side) won++;
  }
  return won;
};

const playRandom = async (agent: ZeroAgent, side: Player, pair: number): Promise<Player> => {
  const position = startPosition(SETUPS[pair % SETUPS.length], randomStream('pair', pair));
  const rng = randomStream('random play', pair, side);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  agent.newGame(pair);
  for (let over = outcome(position); ; over = outcome(position)) {
    if (over !== null) return over.winner;
    const count = legalActions(position, actions);
    const isOwn = position.mover === side;
    play(position, isOwn ? (await agent.choose(position)).action : actions[randomBelow(rng, count)]);
  }
};

const countProven = async (
  rule: string,
  sims: number,
  positions: readonly Position[],
): Promise<{ proven: number; meanSimulations: number }> => {
  const agent = agentOf(rule, sims);
  let [proven, simulations] = [0, 0];
  for (const position of positions) {
    agent.newGame(0);
    const choice = await agent.choose(position);
    if (choice.proven === 'win') proven++;
    simulations += choice.nodes;
  }
  return { proven, meanSimulations: Math.round(simulations / positions.length) };
};

type Endgame = { readonly position: string; readonly best: readonly string[] };

const solveEndgames = async (rule: string): Promise<string> => {
  const agent = agentOf(rule, MANY);
  const endgames = readFileSync(ENDGAMES, 'utf8').trim().split('\n');
  let [solved, winnable, lost, provenLost, most] = [0, 0, 0, 0, 0];
  for (const { position: text, best } of endgames.map((line) => JSON.parse(line) as Endgame)) {
    const position = parsePosition(text);
    agent.newGame(0);
    const { action, proven, nodes } = await agent.choose(position);
    most = Math.max(most, nodes);
    if (best.length > 0) winnable++;
    else lost++;
    if (best.includes(formatAction(position, action))) solved++;
    if (best.length === 0 && proven === 'loss') provenLost++;
  }
  return `endgames: ${solved} of ${winnable} solved, ${provenLost} of ${lost} losses proven, at most ${most} simulations`;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

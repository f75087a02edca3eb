/** The same seed gives the same game in Python as here: every observation, mask and reward, byte by byte. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AgainstAgent } from '../../agents/index.ts';
import { openAgent } from '../../arena/index.ts';
import { SETUPS, type Setup, TzaarEnv } from '../../env/index.ts';
import { lackingPython, PYTHON, PYTHON_ENV } from '../support/python.ts';

const SEEDS = [1, 2 ** 40];
/** Actions are drawn without a library on either side: a count, modulo what is legal. */
const STRIDE = 7919;

type Played = { readonly plies: number; readonly hash: string; readonly reward: number };

const pick = (mask: Uint8Array, ply: number): number => {
  const legal = Array.from(mask.keys()).filter((action) => mask[action] === 1);
  return legal[(ply * STRIDE) % legal.length];
};

const playHere = (setup: Setup, seed: number): Played => {
  const env = new TzaarEnv({ setup, firstMoverSeed: 3 });
  const hash = createHash('sha256');
  let { observation, info } = env.reset({ seed });
  let [plies, reward] = [0, 0];
  while (env.agentSelection !== null) {
    hash.update(observation).update(info.actionMask);
    ({ observation, info, reward } = env.step(pick(info.actionMask, plies++)));
  }
  return { plies, hash: hash.update(observation).digest('hex'), reward };
};

const playAgainstHere = async (spec: string, seed: number): Promise<Played> => {
  const agent = await openAgent(spec);
  const game = new AgainstAgent(new TzaarEnv(), agent, { seat: 1 });
  const hash = createHash('sha256');
  let { observation, info } = await game.reset({ seed });
  let [plies, reward, isOver] = [0, 0, false];
  while (!isOver) {
    hash.update(observation).update(info.actionMask);
    const result = await game.step(pick(info.actionMask, plies++));
    ({ observation, info, reward } = result);
    isOver = result.terminated;
  }
  await agent.close();
  return { plies, hash: hash.update(observation).digest('hex'), reward };
};

const PLAY = `
import hashlib, json, sys
import numpy as np
from tzaar_zero import Games

def play(seed, **options):
    games = Games(1, autoreset="disabled", **options)
    sha, plies = hashlib.sha256(), 0
    now = games.reset(seed)
    while not now["terminated"][0]:
        sha.update(now["observations"].tobytes()); sha.update(now["mask"].tobytes())
        legal = np.flatnonzero(now["mask"][0])
        now = games.step([legal[plies * ${STRIDE} % len(legal)]])
        plies += 1
    sha.update(now["observations"].tobytes())
    return {"plies": plies, "hash": sha.hexdigest(), "reward": float(now["rewards"][0])}

print(json.dumps([play(**each) for each in json.loads(sys.argv[1])]))
`;

const playInPython = (games: readonly object[]): readonly Played[] => {
  const { stdout, stderr } = spawnSync(PYTHON, ['-c', PLAY, JSON.stringify(games)], {
    env: PYTHON_ENV,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};

describe.skipIf(lackingPython('numpy'))('in Python the same seed gives the same game', () => {
  test('of two players, from every set-up', () => {
    const games = SETUPS.flatMap((setup) => SEEDS.map((seed) => ({ setup, seed })));
    const given = games.map(({ setup, seed }) => ({ seed, options: { setup, firstMoverSeed: 3 } }));
    const expected = games.map(({ setup, seed }) => playHere(setup, seed));
    expect(playInPython(given)).toEqual(expected);
    expect(new Set(expected.map(({ hash }) => hash)).size).toBeGreaterThan(SEEDS.length);
  });

  test('against agents', async () => {
    const games = ['random', 'greedy', 'alphabeta:nodes=200'].map((opponent) => ({ opponent, seed: 5, seat: 1 }));
    const expected: Played[] = [];
    for (const { opponent, seed } of games) expected.push(await playAgainstHere(opponent, seed));
    expect(playInPython(games)).toEqual(expected);
  });
});

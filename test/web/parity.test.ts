import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZeroAgent } from '../../agents/index.ts';
import {
  formatPosition,
  hashOf,
  outcome,
  type Position,
  play,
  randomBelow,
  randomStream,
  SETUPS,
  startPosition,
} from '../../env/index.ts';
import { createEvaluator, readRelease } from '../../models/node/index.ts';
import type { Request } from '../../web/play/protocol.ts';
import { lackingBrowser } from '../support/browser.ts';
import { legalList } from '../support/games.ts';
import { PlayPages } from '../support/play-page.ts';
import { openTrialModel, type TrialModel } from '../support/trial-model.ts';

const POSITIONS = 100;
const SIMULATIONS = 64;
const AGREEING_SHARE = 0.99;

/** Positions of random games from all set-ups, none of them over and no two alike: a search that knows one goes on with it. */
const somePositions = (): Position[] => {
  const rng = randomStream('parity');
  const found = new Map<bigint, Position>();
  while (found.size < POSITIONS) {
    const position = startPosition(SETUPS[found.size % SETUPS.length], rng);
    for (let plies = 1 + randomBelow(rng, 40); plies > 0 && legalList(position).length > 0; plies--) {
      const legal = legalList(position);
      play(position, legal[randomBelow(rng, legal.length)]);
    }
    if (outcome(position) === null) found.set(hashOf(position), position);
  }
  return [...found.values()];
};

/** What the page's own worker chooses: the messages are put in and taken out inside of it. */
const chooseInBrowser = async (page: Page, positions: readonly string[]): Promise<number[]> => {
  await page.locator('.network', { hasText: 'tfjs wasm' }).waitFor();
  const [worker] = page.workers();
  const requests: Request[] = positions.map((position, index) => ({
    type: 'think',
    id: 1_000_000 + index,
    position,
    thinking: { type: 'network', simulations: SIMULATIONS },
  }));
  return worker.evaluate(async (asked) => {
    const chosen = new Map<number, number>();
    return new Promise<number[]>((done) => {
      globalThis.postMessage = ((reply: { type: string; id: number; action: number }) => {
        if (!asked.some(({ id }) => id === reply.id)) return; // of what the page itself has asked
        if (reply.type === 'thought') chosen.set(reply.id, reply.action);
        if (reply.type === 'failed') chosen.set(reply.id, -1);
        if (chosen.size === asked.length) done(asked.map(({ id }) => chosen.get(id)!));
      }) as typeof globalThis.postMessage;
      for (const data of asked) globalThis.dispatchEvent(new MessageEvent('message', { data }));
    });
  }, requests);
};

describe.skipIf(lackingBrowser())('tfjs in a browser and ONNX in Node', () => {
  let [pages, model] = [] as unknown as [PlayPages, TrialModel];
  beforeAll(async () => {
    model = await openTrialModel();
    pages = await PlayPages.start();
  });
  afterAll(async () => {
    await pages?.stop();
    model?.remove();
  });

  test(`choose the same action in nearly all of ${POSITIONS} positions at ${SIMULATIONS} simulations`, async () => {
    const positions = somePositions();
    const page = await pages.open('#start=fixed&you=white&level=ab-1');
    const inBrowser = await chooseInBrowser(page, positions.map(formatPosition));
    const { network } = await readRelease(model.folder);
    const agent = new ZeroAgent(await createEvaluator(network), { sims: SIMULATIONS });
    let agreeing = 0;
    for (const [index, position] of positions.entries()) {
      agent.newGame(0);
      if ((await agent.choose(position)).action === inBrowser[index]) agreeing++;
    }
    await agent.close();
    process.stderr.write(`browser and Node agree on ${agreeing} of ${POSITIONS} positions\n`);
    expect(agreeing / POSITIONS).toBeGreaterThanOrEqual(AGREEING_SHARE);
  });
});

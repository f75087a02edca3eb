import { expect, test } from 'vitest';
import { findTurnLoss } from '../../../agents/search/turn-loss.ts';
import type { TurnResult } from '../../../agents/search/turn-result.ts';
import { NO_ACTION } from '../../../agents/search/turn-result.ts';
import { opponentOf } from '../../../env/index.ts';
import { canForce } from '../../reference/minimax.ts';
import { legalList, snapshot } from '../../support/games.ts';
import { quietEndgames } from '../../support/search.ts';

test('late in the game a loss by the end of the next turn is found exactly where it is forced', () => {
  let found = 0;
  for (const position of quietEndgames(150, 14, 'losses')) {
    const before = snapshot(position);
    const legal = legalList(position);
    const out: TurnResult = { action: NO_ACTION, distance: 0 };
    const loses = findTurnLoss(position, Uint16Array.from(legal), legal.length, out);
    expect(snapshot(position)).toEqual(before);
    const isForced = canForce(position, opponentOf(position.mover), 2);
    expect(loses).toBe(isForced);
    if (!loses) continue;
    found++;
    expect(legal).toContain(out.action);
    expect(out.distance).toBeGreaterThanOrEqual(2);
    expect(out.distance).toBeLessThanOrEqual(4);
  }
  expect(found).toBeGreaterThan(10);
});

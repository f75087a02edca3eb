import { expect, test } from 'vitest';
import { BLACK, BOTH_PLAYERS, cellOf, EMPTY, heightOf, KINDS, kindOf, ownerOf, WHITE } from '../../env/index.ts';
import {
  ANY_OWN,
  CAPTURE_ONLY,
  enemySize,
  flipFor,
  reachOf,
  stackedOn,
  unreachableFor,
  unstackedFrom,
  within,
} from '../../env/stack.ts';

const stacks = BOTH_PLAYERS.flatMap((owner) =>
  KINDS.flatMap((_, kind) => Array.from({ length: 30 }, (_, index) => ({ owner, kind, height: index + 1 }))),
);

test('packing loses nothing', () => {
  for (const { owner, kind, height } of stacks) {
    const cell = cellOf(owner, kind, height);
    expect([ownerOf(cell), kindOf(cell), heightOf(cell)]).toEqual([owner, kind, height]);
    expect(Int8Array.of(cell)[0]).toBe(cell);
  }
});

test('the arithmetic of legality says what the rulebook says, for every pair of stacks', () => {
  for (const moving of stacks) {
    const cell = cellOf(moving.owner, moving.kind, moving.height);
    const flip = flipFor(moving.owner);
    for (const there of stacks) {
      const size = enemySize(cellOf(there.owner, there.kind, there.height), flip);
      const captures = there.owner !== moving.owner && there.height <= moving.height;
      const moves = captures || there.owner === moving.owner;
      if (within(size, CAPTURE_ONLY, reachOf(cell)) !== Number(captures))
        expect.fail(JSON.stringify({ moving, there }));
      if (within(size, ANY_OWN, reachOf(cell)) !== Number(moves)) expect.fail(JSON.stringify({ moving, there }));
    }
    const edge = enemySize(unreachableFor(moving.owner), flip);
    expect(within(edge, ANY_OWN, reachOf(cell))).toBe(0);
  }
});

test('stacking adds the heights, keeps the mover on top, and can be taken apart', () => {
  for (const owner of BOTH_PLAYERS) {
    const [moving, below] = [cellOf(owner, 0, 3), cellOf(owner, 2, 4)];
    const standing = stackedOn(moving, below);
    expect(standing).toBe(cellOf(owner, 0, 7));
    expect(unstackedFrom(standing, below)).toBe(moving);
  }
});

test('an empty point belongs to nobody and cannot be captured', () => {
  for (const mover of [WHITE, BLACK] as const) {
    expect(within(enemySize(EMPTY, flipFor(mover)), CAPTURE_ONLY, reachOf(cellOf(mover, 0, 30)))).toBe(0);
  }
});

import { expect, test } from 'vitest';
import { FIXED_START_TEXT, PLANES, planeTable } from '../../env/index.ts';
import { tzaar } from '../support/cli.ts';

test('planes prints the table, for people and for programs', () => {
  expect(tzaar(['planes']).out).toBe(`${planeTable()}\n`);
  expect(JSON.parse(tzaar(['planes', '--json']).out)).toEqual(PLANES);
});

test('observe draws planes, or prints their numbers', () => {
  const { out } = tzaar(['observe', '--position', FIXED_START_TEXT, '--plane', 'own-t']);
  expect(out).toContain('0 own-tzaar: a tzaar of the mover is on top here');
  expect(out).toContain('own-tzaars-standing = 1: ');
  const { planes } = JSON.parse(tzaar(['observe', '--setup', 'fixed', '--json']).out);
  expect(Object.keys(planes)).toEqual(PLANES.map((plane) => plane.name));
  expect(planes['own-tzaar'].filter((value: number) => value === 1)).toHaveLength(6);
});

test('observe names the planes that show nothing', () => {
  expect(tzaar(['observe', '--setup', 'tournament', '--plane', 'own-tzaar']).out).toContain('all 0: own-tzaar');
});

test('an unknown plane is refused with a sentence', () => {
  const { code, err } = tzaar(['observe', '--setup', 'fixed', '--plane', 'nothing']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'error: invalid plane "nothing": no plane is called so; tzaar planes lists them\n',
  });
});

import { expect, test } from 'vitest';
import { FIXED_START_TEXT, PLANES, planeTable } from '../../env/index.ts';
import { tzaarHere } from '../support/cli.ts';

test('planes prints the table, for people and for programs', async () => {
  expect((await tzaarHere(['planes'])).out).toBe(`${planeTable()}\n`);
  expect(JSON.parse((await tzaarHere(['planes', '--json'])).out)).toEqual(PLANES);
});

test('observe draws planes, or prints their numbers', async () => {
  const { out } = await tzaarHere(['observe', '--position', FIXED_START_TEXT, '--plane', 'own-t']);
  expect(out).toContain('0 own-tzaar: a tzaar of the mover is on top here');
  expect(out).toContain('own-tzaars-standing = 1: ');
  const { planes } = JSON.parse((await tzaarHere(['observe', '--setup', 'fixed', '--json'])).out);
  expect(Object.keys(planes)).toEqual(PLANES.map((plane) => plane.name));
  expect(planes['own-tzaar'].filter((value: number) => value === 1)).toHaveLength(6);
});

test('observe names the planes that show nothing', async () => {
  expect((await tzaarHere(['observe', '--setup', 'tournament', '--plane', 'own-tzaar'])).out).toContain(
    'all 0: own-tzaar',
  );
});

test('an unknown plane is refused with a sentence', async () => {
  const { code, err } = await tzaarHere(['observe', '--setup', 'fixed', '--plane', 'nothing']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'error: invalid plane "nothing": no plane has a name that begins with it; tzaar planes lists them\n',
  });
});

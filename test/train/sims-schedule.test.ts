import { describe, expect, test } from 'vitest';
import { makeTrainConfig, secondsLeft, simsOf } from '../../train/index.ts';

test('simulations grow from iteration to iteration and then stay', () => {
  const config = makeTrainConfig(undefined, { simsStart: 10, simsEnd: 30, simsIterations: 4 });
  expect([1, 2, 3, 4, 5, 6].map((iteration) => simsOf(config, iteration))).toEqual([10, 15, 20, 25, 30, 30]);
});

test('while the teacher plays there are no simulations, and they grow from there', () => {
  const config = makeTrainConfig(undefined, { teacherIterations: 2, simsStart: 10, simsEnd: 30, simsIterations: 2 });
  expect([1, 2, 3, 4, 5, 6].map((iteration) => simsOf(config, iteration))).toEqual([0, 0, 10, 20, 30, 30]);
});

describe('time left', () => {
  const config = makeTrainConfig(undefined, {
    ...{ iterations: 6, teacherIterations: 2, simsStart: 10, simsEnd: 30, simsIterations: 2 }, // 0, 0, 10, 20, 30, 30
  });
  const teacher = [1, 2].map((iteration) => ({ iteration, seconds: 7 }));

  test('is not guessed from games of the teacher while self-play has not begun', () => {
    expect(secondsLeft(config, [], 0)).toBeNull();
    expect(secondsLeft(config, teacher, 2)).toBeNull();
  });

  test('grows with the simulations that are still to come', () => {
    expect(secondsLeft(config, [...teacher, { iteration: 3, seconds: 50 }], 3)).toBe(5 * (20 + 30 + 30));
  });

  test('follows what self-play took on average', () => {
    const finished = [
      { iteration: 3, seconds: 50 },
      { iteration: 4, seconds: 40 },
    ];
    expect(secondsLeft(config, finished, 4)).toBe(3 * (30 + 30));
    expect(secondsLeft(config, finished, 6)).toBe(0);
  });

  test('of a run with the teacher alone goes by its games', () => {
    expect(secondsLeft({ ...config, teacherIterations: 6 }, teacher, 2)).toBe(4 * 7);
  });

  test('goes by the last ten iterations, so that it follows the machine', () => {
    const long = { ...config, iterations: 100, teacherIterations: 0, simsEnd: 10 };
    const finished = Array.from({ length: 60 }, (_, index) => ({
      iteration: index + 1,
      seconds: index < 50 ? 1000 : 2,
    }));
    expect(secondsLeft(long, finished, 60)).toBe(40 * 2);
  });
});

import { describe, expect, test } from 'vitest';
import { makeSettings, type SimsSchedule, secondsLeft, simsOf, simsSchedule } from '../../train/index.ts';

const growing = (search: object, teacher = 0, iterations = 20): SimsSchedule =>
  simsSchedule(makeSettings({ iterations, selfPlay: { search, teacher: { iterations: teacher } } }));

test('simulations grow from iteration to iteration and then stay', () => {
  const schedule = growing({ simulations: 40, startShare: 0.25, growIterations: 3 });
  expect([1, 2, 3, 4, 5, 6].map((iteration) => simsOf(schedule, iteration))).toEqual([10, 20, 30, 40, 40, 40]);
});

test('while the teacher plays there are no simulations, and they grow from there', () => {
  const schedule = growing({ simulations: 40, startShare: 0.5, growIterations: 2 }, 2);
  expect([1, 2, 3, 4, 5, 6].map((iteration) => simsOf(schedule, iteration))).toEqual([0, 0, 20, 30, 40, 40]);
});

describe('time left', () => {
  const schedule = growing({ simulations: 40, startShare: 0.5, growIterations: 2 }, 2, 6); // 0, 0, 20, 30, 40, 40
  const teacher = [1, 2].map((iteration) => ({ iteration, seconds: 7 }));

  test('is not guessed from games of the teacher while self-play has not begun', () => {
    expect(secondsLeft(schedule, [], 0)).toBeNull();
    expect(secondsLeft(schedule, teacher, 2)).toBeNull();
  });

  test('grows with the simulations that are still to come', () => {
    expect(secondsLeft(schedule, [...teacher, { iteration: 3, seconds: 100 }], 3)).toBe(5 * (30 + 40 + 40));
  });

  test('follows what self-play took on average', () => {
    const finished = [
      { iteration: 3, seconds: 80 },
      { iteration: 4, seconds: 70 },
    ];
    expect(secondsLeft(schedule, finished, 4)).toBe(3 * (40 + 40));
    expect(secondsLeft(schedule, finished, 6)).toBe(0);
  });

  test('of a run with the teacher alone goes by its games', () => {
    expect(secondsLeft({ ...schedule, teacherIterations: 6 }, teacher, 2)).toBe(4 * 7);
  });

  test('goes by the last ten iterations, so that it follows the machine', () => {
    const long = { ...schedule, iterations: 100, teacherIterations: 0, startShare: 1 };
    const finished = Array.from({ length: 60 }, (_, index) => ({
      iteration: index + 1,
      seconds: index < 50 ? 1000 : 2,
    }));
    expect(secondsLeft(long, finished, 60)).toBe(40 * 2);
  });
});

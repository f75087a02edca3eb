import { expect, test } from 'vitest';
import { changeRun, openRun, train } from '../../train/index.ts';
import { closeWorkplace, folder, localWorkplace, SHORT, smokeExperiment, trainAll } from '../support/runs.ts';

const RATE = 0.01;
const FALLING = smokeExperiment(SHORT, {
  iterations: 2,
  learner: { learningRate: RATE, warmUpSteps: 1, decayShare: 1 },
});

test('a rate that falls by the share of the run begins whole, ends near a tenth, and rises where the run is made longer', async () => {
  const path = folder();
  const rates = (await trainAll(path, undefined, undefined, 1, FALLING)).flatMap((report) =>
    report.type === 'learnt' ? [report.learningRate] : [],
  );
  expect(rates[0]).toBeCloseTo(RATE, 10);
  expect(rates).toEqual([...rates].sort((a, b) => b - a));
  expect(rates.at(-1)).toBeLessThan(0.2 * RATE);
  expect(rates.at(-1)).toBeGreaterThanOrEqual(0.1 * RATE);

  const { run, experiment } = await openRun(path);
  const longer = changeRun(run, experiment, { iterations: 4 });
  const workplace = localWorkplace();
  for await (const report of train(run, longer, workplace)) {
    if (report.type !== 'learnt') continue;
    expect(report.iteration).toBe(3);
    expect(report.learningRate).toBeCloseTo(0.55 * RATE, 10); // half of the way is done: the middle of 1 and a tenth
    break;
  }
  await closeWorkplace(workplace);
});

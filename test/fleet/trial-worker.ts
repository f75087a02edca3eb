/** A worker for the conformance tests of fleets: it squares numbers, and dies or fails where a job asks for it. */
import { appendFileSync, closeSync, existsSync, openSync } from 'node:fs';
import { InvalidInput } from '../../env/index.ts';
import { type JobContext, type JobServer, serveJobs } from '../../fleet/serve-jobs.ts';
import { allocateBatch } from '../../models/evaluator.ts';
import { type TrialJob, trialKind } from './trial-kind.ts';

export const trialServer: JobServer<TrialJob, number> = {
  async work(job, context) {
    const { number, fate, flag } = job;
    switch (fate) {
      case 'die':
        return process.exit(1);
      case 'die-once':
        if (isFirst(flag!)) process.exit(1);
        break;
      case 'busy':
        for (;;); // hears nothing, as a search that never waits
      case 'error':
        throw new Error('three is too much');
      case 'invalid':
        throw new InvalidInput('number', number, 'expected another');
      case 'wait':
        while (!existsSync(flag!)) await new Promise((done) => setTimeout(done, 5));
        break;
      case 'sleep':
        if (flag !== undefined) appendFileSync(flag, `${number}\n`);
        await new Promise((done) => setTimeout(done, job.ms));
        break;
      case 'judge':
        return judge(job, context);
      case 'uncopyable':
        return (() => {}) as unknown as number;
      case undefined:
        if (flag !== undefined) isFirst(flag);
    }
    return number ** 2;
  },
  close: async () => {},
};

const isFirst = (flag: string): boolean => {
  try {
    closeSync(openSync(flag, 'wx'));
    return true;
  } catch {
    return false;
  }
};

/** The value that the job's network gives a position without observations. */
const judge = async ({ networks = [] }: TrialJob, { openNetwork }: JobContext): Promise<number> => {
  const evaluator = await openNetwork(networks[0]);
  const batch = allocateBatch(1);
  batch.masks.fill(1);
  await evaluator.evaluate(batch, 1);
  await evaluator.close();
  return batch.values[0];
};

serveJobs(trialServer, trialKind);

/** A worker thread of the trainer: keeps the newest network open, since all jobs of an iteration share it. */
import { serveJobs } from '../fleet/serve-jobs.ts';
import type { Evaluator } from '../models/index.ts';
import { openEvaluator } from '../models/node/index.ts';
import { playAgainstItself } from './self-play.ts';
import type { SelfPlayJob, SelfPlayResult } from './self-play-job.ts';
import { playTeacher } from './teacher.ts';

let opened: { readonly model: string; readonly evaluator: Evaluator } | null = null;

const evaluatorFor = async (model: string): Promise<Evaluator> => {
  if (opened?.model === model) return opened.evaluator;
  await opened?.evaluator.close();
  opened = { model, evaluator: await openEvaluator(model) };
  return opened.evaluator;
};

serveJobs<SelfPlayJob, SelfPlayResult>({
  work: async (job) => {
    switch (job.player) {
      case 'network':
        return playAgainstItself(job, await evaluatorFor(job.model));
      case 'teacher':
        return playTeacher(job);
    }
  },
  close: async () => {
    await opened?.evaluator.close();
    process.exit(); // a job under way is played again when the run goes on
  },
});

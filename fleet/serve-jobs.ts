/** The worker's side of a thread fleet: answers one job after another, until it is told to close. */
import { parentPort } from 'node:worker_threads';
import { CLOSE, type JobMessage, type ResultMessage } from './thread-fleet.ts';

export type JobServer<Job, Result> = { work(job: Job): Promise<Result>; close(): Promise<void> };

export const serveJobs = <Job, Result>(server: JobServer<Job, Result>): void => {
  parentPort?.on('message', async (message: JobMessage<Job> | typeof CLOSE) => {
    if (message === CLOSE) {
      await server.close();
      parentPort?.close();
      return;
    }
    parentPort?.postMessage(await answer(server, message));
  });
};

const answer = async <Job, Result>(
  server: JobServer<Job, Result>,
  { id, job }: JobMessage<Job>,
): Promise<ResultMessage<Result>> => {
  try {
    return { id, result: await server.work(job) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
};

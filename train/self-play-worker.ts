/** A worker of the trainer: plays the jobs of self-play. */
import { type JobServer, serveJobs } from '../fleet/index.ts';
import { playAgainstItself } from './self-play.ts';
import type { NetworkPlayer, SelfPlayJob, SelfPlayResult, TeacherPlayer } from './self-play-job.ts';
import { selfPlayKind } from './self-play-kind.ts';
import { playTeacher } from './teacher.ts';

const server: JobServer<SelfPlayJob, SelfPlayResult> = {
  work: async (job, { openNetwork }) => {
    switch (job.player.type) {
      case 'teacher':
        return playTeacher(job as SelfPlayJob<TeacherPlayer>);
      case 'network': {
        const { network, precision = 'float32' } = job.player;
        const evaluator = await openNetwork(network, { precision });
        try {
          return await playAgainstItself(job as SelfPlayJob<NetworkPlayer>, evaluator);
        } finally {
          await evaluator.close();
        }
      }
    }
  },
  close: async () => process.exit(), // a job under way is played again when the run goes on
};

serveJobs(server, selfPlayKind);

/** A workplace without workers: tiny runs are over before a thread would have started. */
import { createPairPlayer } from '../../arena/index.ts';
import {
  playAgainstItself,
  playTeacher,
  type SelfPlayJob,
  type SelfPlayResult,
  type Workplace,
} from '../../train/index.ts';
import type { NetworkPlayer, TeacherPlayer } from '../../train/self-play-job.ts';
import { inlineFleet } from './inline-fleet.ts';

export const inlineWorkplace = (): Workplace => ({
  selfPlay: inlineFleet<SelfPlayJob, SelfPlayResult>({
    work: async (job, { openNetwork }) => {
      if (job.player.type === 'teacher') return playTeacher(job as SelfPlayJob<TeacherPlayer>);
      const evaluator = await openNetwork(job.player.network);
      try {
        return await playAgainstItself(job as SelfPlayJob<NetworkPlayer>, evaluator);
      } finally {
        await evaluator.close();
      }
    },
    close: async () => {},
  }),
  matches: inlineFleet(createPairPlayer()),
});

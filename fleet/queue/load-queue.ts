/** The packages behind `--fleet`, loaded only where it is used. */
import { InvalidInput } from '../../env/index.ts';

/** BullMQ and its client of Redis. */
export type QueuePackages = {
  readonly bullmq: typeof import('bullmq');
  readonly Redis: typeof import('ioredis').Redis;
};

/** Both packages, or a sentence that says how to get them. */
export const loadQueue = async (): Promise<QueuePackages> => {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  } catch (error) {
    const why = 'it needs two more packages: npm install bullmq@6 ioredis@6';
    throw new InvalidInput('fleet', 'redis://…', why, { cause: error });
  }
};

/** Pairs of games as jobs of other machines: what a worker accepts, and how the games come back. */
import {
  formatRecord,
  InvalidInput,
  list,
  matching,
  parseRecord,
  problemsOf,
  real,
  record,
  type Schema,
  SETUPS,
  text,
  whole,
  word,
} from '../env/index.ts';
import type { JobKind } from '../fleet/index.ts';
import type { PairResult } from './play-pair.ts';
import type { PairJob } from './schedule.ts';
import { ugiKind } from './ugi-agent.ts';

const LONGEST_SPEC = 1 << 16;

const JOB: Schema = record({
  pairing: whole(0),
  pair: whole(0),
  agents: list(record({ name: text('', 300), spec: text('', LONGEST_SPEC) }), 2, 2, 'agents'),
  networks: list(matching(/^[0-9a-f]{16}$/, 'the hash of a network'), 0, 2, 'networks'),
  setup: word(SETUPS),
  seed: whole(0),
  openingPlies: whole(0, 40),
});

const pair = list(real(0, Number.MAX_VALUE), 2, 2, 'numbers');
const FACTS: Schema = record({ pairing: whole(0), pair: whole(0), nodes: pair, timeMs: pair });

/** Compiled code starts compiled workers. */
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './pair-worker.ts' : './pair-worker.js', import.meta.url);

/** Pairs of games, as the arena plays them. */
export const pairKind: JobKind<PairJob, PairResult> = {
  name: 'match',
  worker: WORKER,
  check: (given) => {
    const problems = problemsOf(JOB, given);
    if (problems.length > 0) throw new InvalidInput('pair of games', given, problems.join('; '));
    const job = given as PairJob;
    for (const { name, spec } of job.agents) {
      // A job that starts programs could start any.
      if (spec.split(':', 1)[0] === ugiKind.name)
        throw new InvalidInput(
          'agent',
          name,
          'engines are programs of one machine, so they do not play on a fleet; leave out --fleet',
        );
    }
    return job;
  },
  pack: ({ records, pairing, pair: number, nodes, timeMs }) => ({
    bytes: new TextEncoder().encode(records.map(formatRecord).join('\n')),
    facts: { pairing, pair: number, nodes, timeMs },
  }),
  unpack: ({ bytes, facts }) => {
    const problems = problemsOf(FACTS, facts);
    if (problems.length > 0) throw new InvalidInput('result of a pair', facts, problems.join('; '));
    const records = new TextDecoder().decode(bytes).split('\n').map(parseRecord);
    if (records.length !== 2) throw new InvalidInput('result of a pair', records.length, 'expected two games');
    const { pairing, pair: number, nodes, timeMs } = facts as unknown as Omit<PairResult, 'records'>;
    return { pairing, pair: number, records: [records[0], records[1]], nodes, timeMs };
  },
};

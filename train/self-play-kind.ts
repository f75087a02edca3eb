/** Games of self-play as jobs of other machines: what a worker accepts, and how games and samples come back. */
import { searchSchema } from '../agents/index.ts';
import {
  flag,
  InvalidInput,
  isRecord,
  list,
  matching,
  maybe,
  parseRecord,
  problemsOf,
  real,
  record,
  type Schema,
  text,
  whole,
  word,
} from '../env/index.ts';
import type { JobKind } from '../fleet/index.ts';
import { EVALUATOR_PRECISIONS, HEADS, targetsSchema } from '../models/index.ts';
import { checkSeal, listZip, unzipSome, zipSealed } from './files/sealed-zip.ts';
import { decodeShard, encodeShard } from './files/shard-file.ts';
import type { SelfPlayJob, SelfPlayResult } from './self-play-job.ts';

const hash = matching(/^[0-9a-f]{16}$/, 'the hash of a network');
const share = real(0, 1);
const sims = whole(1, 1e5);

const PLAYERS: Readonly<Record<string, () => Schema>> = {
  teacher: () => record({ type: text(), nodes: whole(1, 1e9) }),
  network: () =>
    record({
      type: text(),
      network: hash,
      search: searchSchema(),
      simulations: sims,
      fullShare: share,
      fastSimulations: sims,
      proofNodes: maybe(whole(0, 1e6)),
      precision: maybe(word(EVALUATOR_PRECISIONS)),
      valueSamples: maybe(record({ fast: flag(), proven: flag() })),
    }),
};

/** Asked for at every check, since modules may have added rules, heads and targets. */
const jobSchema = (heads: readonly string[], player: string): Schema =>
  record({
    iteration: whole(1),
    job: whole(0),
    seed: whole(0),
    games: whole(1, 4096),
    setups: record({ fixed: share, tournament: share }),
    samplePlies: whole(0, 200),
    player: PLAYERS[player](),
    lessons: record({
      heads: list(text(), 0, 64, 'heads'),
      targets: targetsSchema(heads.map((name) => HEADS.get(name))),
    }),
    networks: list(hash, 0, 1, 'networks'),
  });

const checkJob = (given: unknown): SelfPlayJob => {
  const refuse = (why: string): never => {
    throw new InvalidInput('job of self-play', given, why);
  };
  const { player, lessons } = isRecord(given) ? given : {};
  const type = isRecord(player) ? player.type : undefined;
  if (typeof type !== 'string' || !Object.hasOwn(PLAYERS, type))
    return refuse('player.type must be teacher or network');
  const named = isRecord(lessons) && Array.isArray(lessons.heads) ? lessons.heads : [];
  const unknown = named.find((head) => !HEADS.has(head));
  if (unknown !== undefined) refuse(`lessons.heads names ${JSON.stringify(unknown)}, which is not known here`);
  const problems = problemsOf(jobSchema(named, type), given);
  if (problems.length > 0) refuse(problems.join('; '));
  return given as SelfPlayJob;
};

const SAMPLES = 'samples.npz';
const GAMES = 'games.jsonl';
const ABOUT = 'about.json';
/** Records of the largest job that settings allow take about 10 MB. */
const TEXT_LIMIT = 1 << 27;
/** Equal results are equal bytes. */
const FIXED_DATE = new Date('2000-01-01T00:00:00Z');

const FACTS: Schema = record({ seconds: real(0, 1e9), networkSeconds: real(0, 1e9) });

/** Compiled code starts compiled workers. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './self-play-worker.ts' : './self-play-worker.js',
  import.meta.url,
);

/** Games of self-play, as the trainer gives them. */
export const selfPlayKind: JobKind<SelfPlayJob, SelfPlayResult> = {
  name: 'self-play',
  worker: WORKER,
  check: checkJob,
  pack: ({ iteration, job, samples, records, plies, seconds, networkSeconds }) => {
    const about = { iteration, job, plies, heads: Object.keys(samples.heads) };
    const files = {
      [SAMPLES]: [encodeShard(samples), { level: 0 }] as [Uint8Array, { level: 0 }],
      [GAMES]: new TextEncoder().encode(records.join('\n')),
      [ABOUT]: new TextEncoder().encode(JSON.stringify(about)),
    };
    return { bytes: zipSealed(files, { level: 1, mtime: FIXED_DATE }), facts: { seconds, networkSeconds } };
  },
  unpack: ({ bytes, facts }) => {
    const problems = problemsOf(FACTS, facts);
    if (problems.length > 0) throw new InvalidInput('result of self-play', facts, problems.join('; '));
    const files = unpackFiles(bytes);
    const { iteration, job, plies, heads } = readAbout(files[ABOUT]);
    const samples = decodeShard(
      files[SAMPLES],
      'the result of a worker',
      heads.map((name) => HEADS.get(name)),
    );
    const games = new TextDecoder().decode(files[GAMES]);
    const records = games === '' ? [] : games.split('\n');
    for (const line of records) parseRecord(line);
    const { seconds, networkSeconds } = facts as unknown as Pick<SelfPlayResult, 'seconds' | 'networkSeconds'>;
    return { iteration, job, samples, records, plies, seconds, networkSeconds };
  },
};

const unpackFiles = (bytes: Uint8Array): Readonly<Record<string, Uint8Array>> => {
  const refuse = (why: string): never => {
    throw new InvalidInput('result of self-play', `${bytes.length} bytes`, why);
  };
  if (checkSeal(bytes) !== 'whole') refuse('it is damaged');
  const wanted = new Set([SAMPLES, GAMES, ABOUT]);
  const found = listZip(bytes).filter(({ name }) => wanted.has(name));
  if (found.length !== wanted.size) refuse('something is missing in it');
  const size = found.reduce((sum, entry) => sum + (entry.name === SAMPLES ? 0 : entry.bytes), 0);
  if (size > TEXT_LIMIT) refuse('its games are too long');
  return unzipSome(bytes, wanted);
};

const ABOUT_SCHEMA: Schema = record({
  iteration: whole(0),
  job: whole(0),
  plies: whole(0),
  heads: list(text(), 0, 64, 'heads'),
});

type About = Pick<SelfPlayResult, 'iteration' | 'job' | 'plies'> & { readonly heads: readonly string[] };

const readAbout = (bytes: Uint8Array): About => {
  const about: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const problems = problemsOf(ABOUT_SCHEMA, about);
  if (problems.length > 0) throw new InvalidInput('result of self-play', about, problems.join('; '));
  return about as About;
};

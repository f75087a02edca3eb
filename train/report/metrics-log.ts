/**
 * Makes sense of `metrics.jsonl`: what is known of each iteration, and of each match. A run that was stopped and resumed plays the
 * iteration under way again, so of several lines about the same thing the last one counts. Lines of older runs say less.
 */
import { eloOfScore } from '../../arena/pair-score.ts';
import { type CalibrationBin, parseBins } from '../watch/calibration.ts';
import { addTallies, addTallyTexts, type Tally } from '../watch/tally.ts';

/** Null where no line says. */
export type IterationSummary = {
  readonly iteration: number;
  /** When it was saved; null while it is under way. */
  readonly time: string | null;
  /** From the end of the one before, evaluation included. */
  readonly seconds: number | null;
  readonly games: number;
  readonly samples: number;
  readonly sims: number | null;
  readonly pliesPerGame: number | null;
  /** Share of the games that white won. */
  readonly whiteWins: number | null;
  readonly endings: Tally;
  readonly lengths: Tally;
  readonly openings: Tally;
  /** Of one worker. */
  readonly samplesPerSecond: number | null;
  readonly networkShare: number | null;
  readonly losses: Readonly<Record<string, number>>;
  readonly step: number | null;
  readonly learningRate: number | null;
  /** Before clipping: mean and largest of the iteration. */
  readonly gradientNorm: number | null;
  readonly gradientNormMost: number | null;
  /** In nats, on a sample of the window. */
  readonly policyEntropy: number | null;
  readonly targetEntropy: number | null;
  readonly brier: number | null;
  readonly calibrationError: number | null;
  readonly calibration: readonly CalibrationBin[];
  /** Iterations since the samples of the window were played. */
  readonly ageMean: number | null;
  readonly ageMost: number | null;
  /** Samples of the run up to the end of the iteration. */
  readonly samplesSeen: number | null;
  readonly window: number | null;
  readonly memoryMb: number | null;
  readonly heapMb: number | null;
  readonly tensors: number | null;
};

/** A match of the network against an opponent. Elo is null where it would be infinite. */
export type ArenaSummary = {
  readonly iteration: number;
  readonly time: string;
  readonly opponent: string;
  readonly sims: number | null;
  readonly games: number | null;
  readonly score: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly elo: number | null;
  readonly eloLow: number | null;
  readonly eloHigh: number | null;
};

/** How the run was begun or resumed last. */
export type RunStart = {
  readonly time: string;
  readonly learner: string;
  readonly reason: string;
  readonly parameters: number | null;
};

/** The error that the last start of the run ended with. */
export type RunCrash = { readonly time: string; readonly error: string };

type Line = Readonly<Record<string, unknown>> & {
  readonly time: string;
  readonly iteration: number;
  readonly stage: string;
};

/** The lines about one iteration; `summary` is made on demand and dropped with each new line. */
type Entry = {
  readonly jobs: Map<unknown, Line>;
  loss: Line | null;
  diagnosis: Line | null;
  saved: Line | null;
  seconds: number | null;
  summary: IterationSummary | null;
};

/** The course of a run, read from its lines as they come. */
export class MetricsLog {
  /** Lines that could not be understood. */
  damagedLines = 0;
  firstTime: string | null = null;
  lastTime: string | null = null;
  start: RunStart | null = null;
  crash: RunCrash | null = null;
  readonly #entries = new Map<number, Entry>();
  readonly #arena = new Map<string, ArenaSummary>();
  #lastMark: string | null = null; // when the iteration under way began

  addLine(text: string): void {
    if (text.trim() === '') return;
    const line = parseLine(text);
    if (line === null) {
      this.damagedLines++;
      return;
    }
    this.firstTime ??= line.time;
    this.lastTime = line.time;
    if (line.stage === 'begun') this.#hearBegun(line);
    else if (line.stage === 'crashed') this.crash = { time: line.time, error: textOf(line.error) };
    else if (line.stage === 'arena') for (const match of readMatches(line)) this.#arena.set(keyOf(match), match);
    else if (STAGES.includes(line.stage)) this.#hearStage(line);
  }

  iterations(): IterationSummary[] {
    return [...this.#entries]
      .sort(([one], [other]) => one - other)
      .map(([iteration, entry]) => {
        entry.summary ??= summarise(iteration, entry);
        return entry.summary;
      });
  }

  arena(): ArenaSummary[] {
    return [...this.#arena.values()].sort((one, other) => one.iteration - other.iteration);
  }

  #hearBegun({ time, learner, reason, parameters }: Line): void {
    this.#lastMark = time;
    this.crash = null;
    this.start = { time, learner: String(learner), reason: String(reason), parameters: numberOf(parameters) };
  }

  #hearStage(line: Line): void {
    const entry = this.#entryOf(line.iteration);
    entry.summary = null;
    if (line.stage === 'selfplay') entry.jobs.set(line.job, line);
    if (line.stage === 'loss') entry.loss = line;
    if (line.stage === 'diagnosis') entry.diagnosis = line;
    if (line.stage !== 'saved') return;
    entry.saved = line;
    entry.seconds = this.#lastMark === null ? null : (Date.parse(line.time) - Date.parse(this.#lastMark)) / 1000;
    this.#lastMark = line.time;
  }

  #entryOf(iteration: number): Entry {
    const known = this.#entries.get(iteration);
    if (known !== undefined) return known;
    const entry: Entry = { jobs: new Map(), loss: null, diagnosis: null, saved: null, seconds: null, summary: null };
    this.#entries.set(iteration, entry);
    return entry;
  }
}

const parseLine = (text: string): Line | null => {
  try {
    const line = JSON.parse(text) as Line | null;
    const fits =
      Number.isSafeInteger(line?.iteration) &&
      typeof line?.stage === 'string' &&
      typeof line.time === 'string' &&
      Number.isFinite(Date.parse(line.time));
    return fits ? line : null;
  } catch {
    return null;
  }
};

/** Never −0, which JSON would lose. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const keyOf = ({ iteration, opponent }: ArenaSummary): string => `${iteration} ${opponent}`;

/** Stages of an iteration; lines of any other stage are not about one. */
const STAGES = ['selfplay', 'loss', 'diagnosis', 'saved'];
const ABOUT_LINE = ['time', 'iteration', 'stage'];
const ABOUT_LEARNING = [...ABOUT_LINE, 'step', 'learningRate', 'gradientNorm', 'gradientNormMost'];

/** One line a match; older runs wrote one line with a score for each opponent and no intervals. */
const readMatches = (line: Line): ArenaSummary[] => {
  const { iteration, time } = line;
  const unknown = { sims: null, games: null, low: null, high: null, eloLow: null, eloHigh: null };
  if (typeof line.opponent !== 'string') {
    return numbersIn(line, ABOUT_LINE).map(([opponent, score]) => {
      return { iteration, time, opponent, score, ...unknown, elo: numberOf(eloOfScore(score)) };
    });
  }
  const score = numberOf(line.score);
  if (score === null) return [];
  const [sims, games, low, high] = [line.sims, line.games, line.low, line.high].map(numberOf);
  const [elo, eloLow, eloHigh] = [line.elo, line.eloLow, line.eloHigh].map(numberOf);
  return [{ iteration, time, opponent: line.opponent, sims, games, score, low, high, elo, eloLow, eloHigh }];
};

const numbersIn = (line: Line, without: readonly string[]): [name: string, value: number][] =>
  Object.entries(line).filter(
    (entry): entry is [string, number] => !without.includes(entry[0]) && numberOf(entry[1]) !== null,
  );

const ENDED = 'ended/';

const summarise = (iteration: number, { jobs, loss, diagnosis, saved, seconds }: Entry): IterationSummary => {
  const lines = [...jobs.values()];
  const games = sumOf(lines, () => 1);
  const mean = (name: string): number | null => {
    const known = lines.filter((line) => numberOf(line[name]) !== null);
    const weight = sumOf(known, () => 1);
    return weight === 0 ? null : sumOf(known, (line) => numberOf(line[name])!) / weight;
  };
  const tallies = (name: string): Tally => addTallyTexts(lines.map((line) => textOf(line[name])));
  return {
    iteration,
    time: saved?.time ?? null,
    seconds,
    games,
    samples: lines.reduce((sum, line) => sum + (numberOf(line.samples) ?? 0), 0),
    sims: mean('sims'),
    pliesPerGame: mean('pliesPerGame'),
    whiteWins: mean('whiteWinShare'),
    endings: addTallies(lines.map(endingsOf)),
    lengths: Object.fromEntries(Object.entries(tallies('lengths')).filter(([from]) => isLength(from))),
    openings: tallies('openings'),
    samplesPerSecond: mean('samplesPerSecond'),
    networkShare: mean('networkShare'),
    losses: loss === null ? {} : Object.fromEntries(numbersIn(loss, ABOUT_LEARNING)),
    step: numberOf(loss?.step),
    learningRate: numberOf(loss?.learningRate),
    gradientNorm: numberOf(loss?.gradientNorm),
    gradientNormMost: numberOf(loss?.gradientNormMost),
    policyEntropy: numberOf(diagnosis?.policyEntropy),
    targetEntropy: numberOf(diagnosis?.targetEntropy),
    brier: numberOf(diagnosis?.brier),
    calibrationError: numberOf(diagnosis?.calibrationError),
    calibration: parseBins(textOf(diagnosis?.calibration)),
    ageMean: numberOf(diagnosis?.ageMean),
    ageMost: numberOf(diagnosis?.ageMost),
    samplesSeen: numberOf(saved?.samples),
    window: numberOf(saved?.window),
    memoryMb: numberOf(saved?.memoryMb),
    heapMb: numberOf(saved?.heapMb),
    tensors: numberOf(saved?.tensors),
  };
};

/** Far above the longest game; charts have a bar for every bin up to the longest. */
const LONGEST_GAME = 10_000;

const isLength = (from: string): boolean => /^\d{1,5}$/.test(from) && Number(from) <= LONGEST_GAME;

/** Each job counts by its games. */
const sumOf = (lines: readonly Line[], take: (line: Line) => number): number =>
  lines.reduce((sum, line) => sum + (numberOf(line.games) ?? 0) * take(line), 0);

const endingsOf = (line: Line): Tally => {
  const endings: Record<string, number> = {};
  for (const name in line) {
    if (name.startsWith(ENDED)) endings[name.slice(ENDED.length)] = numberOf(line[name]) ?? 0;
  }
  return endings;
};

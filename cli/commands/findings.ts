/** `tzaar findings`: what a network has found out about the game, as a document that the next network rewrites. */
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Command } from 'commander';
import { findOut, makeSchedule, type Schedule } from '../../arena/index.ts';
import { type GameRecord, InvalidInput, SETUPS, type Setup } from '../../env/index.ts';
import { makeFolder, readTextFile, writeAtomic } from '../../fleet/index.ts';
import {
  COMMAND,
  isReleaseFolder,
  openEvaluator,
  readNetwork,
  readRelease,
  shippedModel,
  weightsHash,
} from '../../models/node/index.ts';
import { FINDINGS_MARK, type FindingsDocument, type FindingsFacts, findingsDocument } from '../../train/index.ts';
import { engineOf, withDeviceOption } from '../device-option.ts';
import { withFleetOption } from '../fleet-option.ts';
import { wholeNumber } from '../input.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, withPartsOption } from '../parts-option.ts';
import { type PlayOptions, showSchedule } from '../play-schedule.ts';
import { createProgress } from '../progress.ts';

type Options = Omit<PlayOptions, 'out'> & {
  readonly out: string;
  readonly games: number;
  readonly sims: number;
  readonly searchSims: number;
  readonly seed: number;
  readonly keep?: string;
};

const DEFAULTS = { games: 400, sims: 64, searchSims: 4096, seed: 1 };
/** Beside the working folder's other results. */
const KEPT_IN = 'findings';

export const addFindings = (program: Command): void => {
  withFleetOption(withDeviceOption(withPartsOption(program.command('findings'))))
    .description('let a network play itself, and write what games and network say of TZAAR: Markdown and pictures')
    .argument('[model]', 'a weight file, or the folder of a released model (default: the shipped network)')
    .requiredOption(
      '--out <file>',
      'the document, as in docs/findings.md; pictures go into the folder images beside it',
    )
    .option('--games <number>', 'games from each set-up, an even number', wholeNumber('games', 2), DEFAULTS.games)
    .option('--sims <number>', 'simulations for an action', wholeNumber('simulations', 1, 1e6), DEFAULTS.sims)
    .option(
      '--search-sims <number>',
      'simulations for the first moves of the fixed start',
      wholeNumber('simulations', 1, 1e6),
      DEFAULTS.searchSims,
    )
    .option('--threads <number>', 'games played at the same time', wholeNumber('threads', 1, 64))
    .option('--seed <number>', 'the same seed gives the same games', wholeNumber('seed', 0), DEFAULTS.seed)
    .option(
      '--keep <folder>',
      `keeps the games, so that a stopped run goes on (default: ${KEPT_IN}/ and the model's name)`,
    )
    .option('--json', 'print the findings as one JSON object too')
    .action(run);
};

const run = async (given: string | undefined, options: Options): Promise<void> => {
  const { out, sims, json } = options;
  const model = given ?? shippedModel();
  const folder = requirePlace(out);
  await loadPartsOption(options);
  const schedules = scheduleAll(model, options);
  const name = basename(model, extname(model) === '.network' ? '.network' : '');
  const facts: FindingsFacts = {
    model: name,
    network: weightsHash(await readNetwork(model)),
    sims,
    hasLearntPlacement: isReleaseFolder(model)
      ? (await readRelease(model)).manifest.setups.includes('tournament')
      : null,
    commands: commandsOf(given, model, schedules, options),
  };
  const records = await playAll(schedules, options.keep ?? join(KEPT_IN, name), options);
  const findings = await look(model, records, options);
  const document = findingsDocument(findings, facts, basename(out, extname(out)));
  writeDocument(out, folder, document);
  if (json) printJson(findings);
  else print(`wrote ${out} and ${document.pictures.length} pictures in ${join(folder, 'images')}`);
};

/** Told now and not after hours: a file of somebody else stays, and what cannot be written is refused. */
const requirePlace = (out: string): string => {
  if (extname(out) !== '.md') throw new InvalidInput('document', out, 'expected a file that ends with .md');
  if (existsSync(out) && !readTextFile(out).startsWith(FINDINGS_MARK))
    throw new InvalidInput('document', out, 'it was not written by this command; give another --out, or remove it');
  const folder = dirname(out);
  try {
    makeFolder(join(folder, 'images'));
  } catch (error) {
    const why = `its folder cannot be made (${(error as NodeJS.ErrnoException).code ?? error})`;
    throw new InvalidInput('document', out, why, { cause: error });
  }
  return folder;
};

/** The network against itself, by the rule whose noise samples the policy: without noise all games from one start would be one. */
const scheduleAll = (model: string, { games, seed, sims }: Options): ReadonlyMap<Setup, Schedule> => {
  const agent = `zero:model=${JSON.stringify(model)},sims=${sims},rule=gumbel,gumbelScale=1`;
  return new Map(
    SETUPS.map((setup) => [setup, makeSchedule([agent, agent], 'match', { games, seed, setup, openingPlies: 0 })]),
  );
};

const playAll = async (
  schedules: ReadonlyMap<Setup, Schedule>,
  keep: string,
  options: Options,
): Promise<GameRecord[]> => {
  const records: GameRecord[] = [];
  for (const [setup, schedule] of schedules) {
    const label = `${setup} set-up`;
    const standing = await showSchedule(schedule, { ...options, out: join(keep, setup), label });
    records.push(...standing.records);
  }
  return records;
};

const look = async (
  model: string,
  records: readonly GameRecord[],
  { seed, searchSims, json, ...options }: Options,
): ReturnType<typeof findOut> => {
  const evaluator = await openEvaluator(model, engineOf(options));
  const progress = createProgress(json === true);
  try {
    return await findOut(records, {
      evaluator,
      seed,
      searchSims,
      onProgress: (games) => progress.show(`looked at ${games} of ${records.length} games`),
    });
  } finally {
    progress.end();
    await evaluator.close();
  }
};

/** Pictures first: a document never shows one that is not there. */
const writeDocument = (out: string, folder: string, { markdown, pictures }: FindingsDocument): void => {
  for (const { name, svg } of pictures) writeAtomic(join(folder, name), svg);
  writeAtomic(out, markdown);
};

const commandsOf = (
  given: string | undefined,
  model: string,
  schedules: ReadonlyMap<Setup, Schedule>,
  options: Options,
): FindingsFacts['commands'] => {
  const { out, games, sims, searchSims, seed, parts = [] } = options;
  const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const more = parts.map((part) => ` --parts ${word(part)}`).join('');
  const numbers = `--games ${games} --sims ${sims} --search-sims ${searchSims} --seed ${seed}`;
  return {
    findings: `${COMMAND} findings ${given === undefined ? '' : `${word(given)} `}--out ${word(out)} ${numbers}${more}`,
    games: [...schedules].map(
      ([setup, { agents }]) =>
        `${COMMAND} match ${agents.map(word).join(' ')} --setup ${setup} --opening-plies 0 --games ${games} --seed ${seed}${more}`,
    ),
    search: `${COMMAND} analyse --setup fixed --model ${word(model)} --sims ${searchSims}${more}`,
  };
};

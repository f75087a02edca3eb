/** `tzaar ablate`: runs that differ in a setting, trained, matched and measured on the same games. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { defaultThreads, loadAgentModules } from '../../arena/index.ts';
import { readTextFile, writeAtomic } from '../../fleet/index.ts';
import { COMMAND, sayOnce } from '../../models/node/index.ts';
import {
  type AblationReport,
  type AblationResult,
  ablate,
  ablationMarkdown,
  ablationPage,
  ablationRuns,
  type Experiment,
  engineDefaults,
  formatAblation,
  formatDuration,
  opponentsIn,
  planBasis,
  readPlan,
  renderAblation,
  replaceSection,
  requireEngines,
  type TrainReport,
  type Workplace,
} from '../../train/index.ts';
import { type FleetOption, openFleetOption, withFleetOption } from '../fleet-option.ts';
import { wholeNumber } from '../input.ts';
import { listenForStop, STOPPED } from '../listen-for-stop.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';
import { createProgress } from '../progress.ts';
import { workplaceOf } from '../train-run.ts';

type Options = PartsOption &
  FleetOption & {
    readonly out?: string;
    readonly threads?: number;
    readonly json?: true;
    readonly markdown?: string;
  };

export const addAblate = (program: Command): void => {
  withFleetOption(withPartsOption(program.command('ablate')))
    .description('compare settings: train every arm of a plan with every seed, let the networks play, and measure them')
    .argument('<plan>', 'a JSON file, or a module that exports plan (docs/ablations.md)')
    .option('--out <folder>', 'where runs, games and results go; ablations/ and the name of the plan by default')
    .option('--threads <number>', 'workers that play; learning takes one', wholeNumber('threads', 1, 256))
    .option('--json', 'print one JSON object')
    .option('--markdown <file>', 'write or replace the section of this plan in a Markdown document')
    .action(run);
};

const run = async (path: string, options: Options): Promise<void> => {
  await loadPartsOption(options);
  const plan = await readPlan(path);
  const { out = join('ablations', plan.name), threads = defaultThreads(), markdown } = options;
  if (markdown !== undefined) sectionOf(markdown, plan.name, ''); // refused now, not after hours
  const { layer: under, fallback } = await engineDefaults();
  if (fallback !== null) sayOnce(fallback);
  await loadAgentModules(opponentsIn([plan.base.settings, ...Object.values(plan.arms).map(({ changes }) => changes)]));
  for (const { experiment } of ablationRuns(plan, await planBasis(plan, under), path))
    await requireEngines(experiment.settings);
  const link = await openFleetOption(options);
  const openWorkplace = (experiment: Experiment): Workplace => workplaceOf(experiment, threads, link);
  const stop = listenForStop('stopping; what is finished is saved');
  let result: AblationResult | null;
  try {
    result = await watch(ablate(plan, { out, openWorkplace, under, source: path, signal: stop.signal }));
  } finally {
    stop.release();
    await link?.close();
  }
  if (result === null) {
    process.stderr.write(`stopped; the same command goes on with ${out}\n`);
    process.exit(STOPPED);
  }
  writeAtomic(ablationPage(out), renderAblation(result));
  if (markdown !== undefined) {
    const command = commandOf(path, options);
    writeAtomic(markdown, sectionOf(markdown, plan.name, ablationMarkdown(result, command)));
  }
  if (options.json) return printJson(result);
  print(
    `${formatAblation(result)}\n\nwrote ${[ablationPage(out), ...(markdown === undefined ? [] : [markdown])].join(' and ')}`,
  );
};

const sectionOf = (file: string, name: string, section: string): string =>
  replaceSection(existsSync(file) ? readTextFile(file) : '', name, section, file);

const commandOf = (path: string, { parts = [], out, markdown }: Options): string =>
  [
    `${COMMAND} ablate ${path}`,
    ...parts.map((part) => `--parts ${part}`),
    ...(out === undefined ? [] : [`--out ${out}`]),
    ...(markdown === undefined ? [] : [`--markdown ${markdown}`]),
  ].join(' ');

const watch = async (
  reports: AsyncGenerator<AblationReport, AblationResult | null>,
): Promise<AblationResult | null> => {
  const progress = createProgress(false);
  try {
    for (;;) {
      const { value, done } = await reports.next();
      if (done === true) return value;
      progress.show(describe(value));
      if (value.type === 'trained') {
        progress.end();
        process.stderr.write(`${describe(value)}\n`);
      }
    }
  } finally {
    progress.end();
  }
};

const describe = (report: AblationReport): string => {
  switch (report.type) {
    case 'training':
      return `run ${report.run} of ${report.runs}, ${report.arm} with seed ${report.seed}: ${describeTraining(report.report)}`;
    case 'trained': {
      const { iterations, samples, minutes } = report.spent;
      const told = report.isNew ? 'trained' : 'was trained before';
      return `run ${report.run} of ${report.runs}, ${report.arm} with seed ${report.seed}, ${told}: iteration ${iterations}, ${samples} samples, ${formatDuration(minutes * 60)}`;
    }
    case 'matching':
      return `${report.games} of ${report.gamesPlanned} games of the tournament: ${report.first} against ${report.second}, seed ${report.seed}`;
    case 'holding out':
      return `${report.games} of ${report.gamesPlanned} held-out games`;
  }
};

const describeTraining = (report: TrainReport): string => {
  switch (report.type) {
    case 'played':
      return `iteration ${report.iteration}, ${report.jobs} of ${report.jobsPlanned} jobs played`;
    case 'learnt':
      return `iteration ${report.iteration}, ${report.steps} of ${report.stepsPlanned} steps learnt`;
    case 'evaluating':
      return `iteration ${report.iteration}, ${report.games} of ${report.gamesPlanned} games of its evaluation`;
    case 'mended':
      return `damaged, and made again: ${report.damage}`;
    case 'begun':
    case 'diagnosed':
    case 'skipped':
    case 'saved':
    case 'rated':
    case 'judged':
      return `iteration ${report.iteration}, ${report.type}`;
  }
};

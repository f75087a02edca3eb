/** `tzaar analyse`: the best lines of a position as a search sees them. */

import { type Command, Option } from 'commander';
import type { Choice } from '../../agents/agent.ts';
import { type ProofResult, type ProvenPosition, prove } from '../../agents/proof/index.ts';
import { SEARCH_RULES, type SearchLine } from '../../agents/search/index.ts';
import { ZeroAgent } from '../../agents/zero-agent.ts';
import {
  type Action,
  describeTurn,
  formatAction,
  formatLine,
  formatPosition,
  InvalidInput,
  type Position,
  renderSvg,
} from '../../env/index.ts';
import { writeTextFile } from '../../fleet/index.ts';
import { type Evaluator, SHIPPED, UniformEvaluator } from '../../models/index.ts';
import type { EngineOptions } from '../../models/node/index.ts';
import { type DeviceOption, engineOf, withDeviceOption } from '../device-option.ts';
import { type PositionOptions, readPosition, wholeNumber, withPositionOptions } from '../input.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';

/** Opens the network that `--model` names. */
export type OpenEvaluator = (path: string, options: EngineOptions) => Promise<Evaluator>;

type Options = PositionOptions &
  PartsOption &
  DeviceOption & {
    readonly model?: string | false;
    readonly sims: number;
    readonly rule?: string;
    readonly root?: string;
    readonly lines: number;
    readonly prove?: true;
    readonly ms?: number;
    readonly json?: true;
    readonly svg?: string;
  };

const PROOF_MS = 15_000;

export const addAnalyse = (program: Command, openEvaluator: OpenEvaluator): void => {
  withDeviceOption(withPartsOption(withPositionOptions(program.command('analyse'))))
    .description('search a position and show the best lines: visits, value, proven results, principal variation')
    .option('--model <path>', 'a weight file, or the folder of a released model (default: the shipped network)')
    .option('--no-model', 'search without a network: every position is taken to be even, and only proofs count')
    .option('--sims <number>', 'simulations', wholeNumber('simulations', 1), 800)
    .option('--rule <rule>', `how they are shared out: ${SEARCH_RULES.names.join(' or ')} (default: as an agent plays)`)
    .addOption(new Option('--root <rule>', 'an older name of --rule').hideHelp())
    .option('--lines <number>', 'how many lines to show', wholeNumber('number of lines', 1, 181), 5)
    .option('--prove', 'look for a proof of who wins instead, without a network')
    .option('--ms <number>', `milliseconds for the proof (default: ${PROOF_MS})`, wholeNumber('milliseconds', 1, 1e9))
    .option('--json', 'print one JSON object')
    .option('--svg <file>', 'write a picture with the lines as arrows to this file')
    .action(async (options: Options) => {
      await loadPartsOption(options);
      const position = readPosition(options);
      const { ms } = options;
      if (options.prove) return reportProof(position, await prove(position, { timeMs: ms ?? PROOF_MS }), options);
      if (ms !== undefined) throw new InvalidInput('milliseconds', ms, 'they are for --prove; a search takes --sims');
      const asked = options.rule ?? options.root;
      const rule = asked === undefined ? {} : { rule: SEARCH_RULES.get(asked).name };
      const { model = SHIPPED } = options;
      const evaluator = model === false ? new UniformEvaluator() : await openEvaluator(model, engineOf(options));
      // A proof before the search would leave nothing to show of the other actions.
      const agent = new ZeroAgent(evaluator, { sims: options.sims, prove: 0, ...rule });
      try {
        const choice = await agent.choose(position);
        report(position, choice, agent.lines(options.lines), evaluator.name, options);
      } finally {
        await agent.close();
      }
    });
};

const report = (
  position: Position,
  choice: Choice,
  lines: readonly SearchLine[],
  model: string,
  { json, svg }: Options,
): void => {
  if (svg !== undefined) writeTextFile(svg, drawLines(position, lines));
  if (json) printJson(describeAnalysis(position, choice, lines, model));
  else {
    printAnalysis(position, choice, lines, model);
    if (svg !== undefined) print(`wrote ${svg}`);
  }
};

const reportProof = (position: Position, proven: ProvenPosition, { ms = PROOF_MS, json, svg }: Options): void => {
  const { result, line, nodes, timeMs } = proven;
  const [action] = line;
  const arrows = action === undefined ? [] : [{ action, weight: 1, label: result }];
  if (svg !== undefined) writeTextFile(svg, renderSvg(position, { arrows }));
  if (json) {
    const text = formatPosition(position);
    printJson({ position: text, result, nodes, timeMs: Math.round(timeMs), moves: moveTexts(position, line) });
    return;
  }
  print(formatPosition(position));
  print(`${describeTurn(position)}; ${nodes} positions in ${(timeMs / 1000).toFixed(2)} s`);
  print(describeProof(result, line.length, ms));
  if (line.length > 0) print(formatLine(position, line));
  if (svg !== undefined) print(`wrote ${svg}`);
};

const describeProof = (result: ProofResult, plies: number, ms: number): string => {
  switch (result) {
    case 'win':
      return `proven: the mover wins, here in ${plies} actions`;
    case 'loss':
      return `proven: the mover loses, here in ${plies} actions`;
    case 'unknown':
      return `unknown: no proof was found within ${ms} ms; a larger --ms may find one`;
  }
};

const moveTexts = (position: Position, actions: readonly Action[]): string[] =>
  formatLine(position, actions)
    .split(' ')
    .filter((word) => word !== '|' && word !== '');

const describeAnalysis = (
  position: Position,
  { action, value, proven, nodes, timeMs }: Choice,
  lines: readonly SearchLine[],
  model: string,
): object => ({
  position: formatPosition(position),
  model,
  best: formatAction(position, action),
  value,
  proven: proven ?? null,
  simulations: nodes,
  timeMs: Math.round(timeMs),
  lines: lines.map((line) => ({
    move: formatAction(position, line.action),
    visits: line.visits,
    value: line.value,
    policy: line.policy,
    prior: line.prior,
    proven: line.proven ?? null,
    distance: line.distance ?? null,
    moves: moveTexts(position, line.actions),
  })),
});

const printAnalysis = (
  position: Position,
  { action, nodes, timeMs }: Choice,
  lines: readonly SearchLine[],
  model: string,
): void => {
  print(formatPosition(position));
  print(`${describeTurn(position)}; ${nodes} simulations with ${model} in ${(timeMs / 1000).toFixed(2)} s`);
  print(`best: ${formatAction(position, action)}\n`);
  print('  visits   value  policy  line');
  for (const line of lines) {
    const columns = [
      String(line.visits).padStart(8),
      describeValue(line).padStart(7),
      `${(100 * line.policy).toFixed(1)}%`.padStart(7),
    ];
    print(`${columns.join(' ')}  ${formatLine(position, line.actions)}`);
  }
};

/** The value for the mover, or the proven result with its plies. */
const describeValue = ({ value, proven, distance }: SearchLine): string =>
  proven === undefined ? `${value < 0 ? '' : '+'}${value.toFixed(3)}` : `${proven} ${distance}`;

const drawLines = (position: Position, lines: readonly SearchLine[]): string => {
  const strongest = Math.max(...lines.map(({ policy }) => policy));
  const arrows = lines.map((line) => ({
    action: line.action,
    weight: strongest > 0 ? line.policy / strongest : 0,
    label: describeValue(line),
  }));
  return renderSvg(position, { arrows });
};

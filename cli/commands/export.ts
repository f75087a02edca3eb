import { type Command, Option } from 'commander';
import { loadParts } from '../../fleet/index.ts';
import {
  describeNetwork,
  GRAPH_FILE,
  PRECISIONS,
  type Precision,
  SELFCHECK_FILE,
  WEIGHTS_FILE,
} from '../../models/index.ts';
import {
  DEFAULT_LICENCE,
  describeComparison,
  type ExportResult,
  exportModel,
  findSource,
  readResults,
} from '../../train/index.ts';
import { print, printJson } from '../output.ts';
import { loadPartsOption, type PartsOption, withPartsOption } from '../parts-option.ts';

type Options = PartsOption & {
  readonly out: string;
  readonly precision: Precision;
  readonly name?: string;
  readonly licence: string;
  readonly strength?: readonly string[];
  readonly json?: true;
};

export const addExport = (program: Command): void => {
  withPartsOption(program.command('export'))
    .description('release a network for front ends: a folder for tfjs and ONNX, verified by loading it back')
    .argument('<run|checkpoint>', 'the folder of a run (its best network, else its last) or a .network file')
    .requiredOption('--out <folder>', 'where the released model goes; one that is there is replaced')
    .addOption(new Option('--precision <kind>', 'how weights are stored').choices(PRECISIONS).default('float32'))
    .option('--name <text>', 'its name; else that of the run with the iteration')
    .option('--licence <text>', 'its licence', DEFAULT_LICENCE)
    .option('--strength <paths...>', 'results for the model card: folders of match --out, or files of evaluate --json')
    .option('--json', 'print one JSON object')
    .action(async (given: string, { strength, json, parts, ...options }: Options) => {
      await loadPartsOption({ ...(parts && { parts }) });
      const source = findSource(given);
      for (const { path, hash } of source.modules) await loadParts(path, hash);
      const results = strength?.map(readResults);
      const result = await exportModel(source, { ...options, ...(results && { results }) });
      if (json) printJson(describeResult(result));
      else printResult(result);
    });
};

const describeResult = ({ out, manifest, checks, comparison }: ExportResult): object => ({
  out,
  manifest,
  checks,
  comparison,
});

const printResult = ({ out, manifest, checks, comparison }: ExportResult): void => {
  print(
    `${manifest.name}: ${describeNetwork(manifest.network)}, ${manifest.parameters} parameters, ${manifest.precision}`,
  );
  if (comparison !== null) {
    print(`${manifest.precision} against float32:`);
    for (const line of describeComparison(comparison)) print(`  ${line}`);
  }
  for (const { format, result, skipped } of checks) {
    if (result === null) print(`selfcheck, ${format}: not tried, ${skipped}`);
    else {
      const [policy, value] = [result.worstPolicy, result.worstValue].map((error) => error.toExponential(1));
      print(`selfcheck, ${format}: ${result.positions} positions, worst error ${policy} in policy, ${value} in value`);
    }
  }
  const size = (names?: readonly string[]): string => {
    const files = manifest.files.filter(({ name }) => names?.includes(name) ?? true);
    return `${(files.reduce((sum, file) => sum + file.size, 0) / 1000).toFixed(0)} kB`;
  };
  const loaded = size([GRAPH_FILE, WEIGHTS_FILE, SELFCHECK_FILE]);
  print(`wrote ${out}: ${size()}, of which a browser loads ${loaded}`);
};

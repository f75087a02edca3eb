/** The model card, `README.md` of a released model: what it is, how strong, what goes in and out, how to load it. */
import { DIRECTION_NAMES, OBSERVATION_SIZE, PLANE_COUNT, POINT_COUNT } from '../../env/index.ts';
import { NEIGHBOURS_INPUT } from '../network/neighbour-table.ts';
import { looksAlongRays, networkSight, OBSERVATION_INPUT } from '../network/network.ts';
import { describeNetwork } from '../network/network-config.ts';
import { NEIGHBOURHOOD_SIZE } from '../program/value.ts';
import { frontMatter } from './front-matter.ts';
import type { Precision, Provenance, ReleaseManifest, StrengthRow } from './manifest.ts';

/** Everything but the files, among which the card is. */
export type CardFacts = Omit<ReleaseManifest, 'files'>;

export const writeCard = (facts: CardFacts, notes: readonly string[] = []): string =>
  [
    ...frontMatter(facts),
    `# ${facts.name}`,
    '',
    `A policy and value network for the board game TZAAR: ${describeNetwork(facts.network)}, ${count(facts.parameters)} parameters,`,
    `${STORED[facts.precision]}. Licence: ${facts.licence}. Made by tzaar-zero ${facts.provenance.projectVersion}.`,
    '',
    ...(notes.length === 0
      ? []
      : ['Against the weights before rounding:', '', ...notes.map((note) => `- ${note}`), '']),
    '## Training',
    '',
    ...training(facts),
    '',
    '## Strength',
    '',
    ...strength(facts.strength),
    '',
    '## In and out',
    '',
    ...ports(facts),
    '',
    '## Loading',
    '',
    ...loading(facts),
    '',
    '`selfcheck.json` holds positions with what a correct loader must answer, and under `example` the plain numbers of one of them.',
    '`manifest.json` has the size and SHA-256 of every file.',
    '',
  ].join('\n');

const STORED: Readonly<Record<Precision, string>> = {
  float32: 'stored in 32 bits',
  float16: 'matrices stored in 16 bits (`model.onnx` holds the same numbers in 32)',
  int8: 'matrices stored in 8 bits (`model.onnx` holds the same numbers in 32)',
};

const count = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, ' ');

const training = ({ provenance, setups }: CardFacts): string[] => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['run', provenance.run],
    ['iteration', numberOrNull(provenance.iteration)],
    ['begun from the weights of', provenance.begunFrom ?? null],
    ['games of alpha-beta', provenance.teacherGames === 0 ? null : numberOrNull(provenance.teacherGames)],
    ['games of self-play', numberOrNull(provenance.games)],
    ['samples', numberOrNull(provenance.samples)],
    ['time by the clock', hoursOrNull(provenance.trainingSeconds)],
    ['core-hours', coreHoursOrNull(provenance)],
    ['SHA-256 of its config.json', provenance.configHash],
    ['source of the program', provenance.gitHash],
    ['exported', provenance.created],
  ];
  return [
    originOf(provenance),
    '',
    ...(setups.length === 0 ? [] : [`- set-ups: ${setups.join(', ')}`]),
    ...facts.flatMap(([what, fact]) => (fact === null ? [] : [`- ${what}: ${fact}`])),
  ];
};

const originOf = ({ run, begunFrom, teacherGames }: Provenance): string => {
  if (run === null) return 'Exported from a weight file that does not say where it comes from.';
  if (begunFrom !== undefined)
    return 'By self-play (AlphaZero with Gumbel search) from where another network had come to. What is told here is of its own run alone.';
  if (teacherGames === 0) return 'By self-play (AlphaZero with Gumbel search), without games of others.';
  return 'First from games of alpha-beta against itself, then by self-play (AlphaZero with Gumbel search).';
};

const numberOrNull = (number: Provenance['games']): string | null => (number === null ? null : count(number));

const hoursOrNull = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : `${(seconds / 3600).toFixed(1)} hours`;

const coreHoursOrNull = ({ trainingSeconds, cores }: Provenance): string | null =>
  trainingSeconds === undefined || cores === undefined
    ? null
    : `${((cores * trainingSeconds) / 3600).toFixed(1)} at most, on a machine with ${cores} cores`;

const strength = (rows: readonly StrengthRow[]): string[] => {
  if (rows.length === 0)
    return ['Not measured. To measure it: `npx tzaar evaluate --model FOLDER --sims 64 --games 40`.'];
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  return [
    '| agent | against | set-up | games | score | 95 % interval |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      ({ agent, opponent, games, score, low, high, setup = 'not told' }) =>
        `| \`${agent}\` | \`${opponent}\` | ${setup} | ${games} | ${percent(score)} | ${percent(low)} to ${percent(high)} |`,
    ),
    '',
    'Paired games from the same starts with colours swapped. A row again, this folder being the model: `npx tzaar match AGENT OPPONENT --games N --setup SETUP`.',
  ];
};

const ports = ({ network, actions, environment }: CardFacts): string[] => [
  `- in: \`${OBSERVATION_INPUT}\`, float32 \`[batch, ${POINT_COUNT}, ${PLANE_COUNT}]\`: the planes of \`${environment}\` (\`manifest.json\` names them), from the mover's side`,
  ...(looksAlongRays(network)
    ? [
        `- in: \`${NEIGHBOURS_INPUT}\`, int32 \`[batch, ${POINT_COUNT}, ${NEIGHBOURHOOD_SIZE}]\`: rows (place in the batch × ${POINT_COUNT} + point) of each point itself, then of the first stack it sees to ${DIRECTION_NAMES.join(', ')}; batch × ${POINT_COUNT} where there is none, and an empty point sees none${networkSight(network) === 'stack' ? '; while pieces are being placed every point counts as a stack' : ''}`,
      ]
    : []),
  `- out: \`policy\`, \`[batch, ${actions}]\`: logits of all actions, legal or not (mask, then softmax)`,
  '- out: `value`, `[batch, 1]`: a logit; tanh of its half is the expected result for the mover, −1 to 1',
  '',
  'The source of tzaar-zero tells what planes, points, directions and actions are (`docs/environment.md`) and how inputs are made',
  `(\`env/observation.ts\`${looksAlongRays(network) ? ', `models/network/neighbour-table.ts`' : ''}).`,
];

const loading = ({ network }: CardFacts): string[] => {
  const alongRays = looksAlongRays(network);
  const neighbours = `, ${NEIGHBOURS_INPUT}: tf.tensor(example.neighbours, [1, ${POINT_COUNT}, ${NEIGHBOURHOOD_SIZE}], 'int32')`;
  const neighboursPython = `, "${NEIGHBOURS_INPUT}": np.array(e["neighbours"], np.int32).reshape(1, ${POINT_COUNT}, ${NEIGHBOURHOOD_SIZE})`;
  const choosing = [
    'const position = parsePosition(FIXED_START_TEXT);',
    'const { action, value } = await agent.choose(position);',
    'console.log(formatAction(position, action), value); // value: expected result for the mover, −1 to 1',
  ];
  return [
    'In a browser:',
    '',
    '```js',
    "import { FIXED_START_TEXT, formatAction, parsePosition } from 'tzaar-zero/env';",
    "import { fetchRelease } from 'tzaar-zero/models';",
    "import { chooseBackend, TfjsEvaluator } from 'tzaar-zero/models/tfjs';",
    "import { ZeroAgent } from 'tzaar-zero/agents';",
    '',
    "const { network } = await fetchRelease('/models/this-folder/');",
    "await chooseBackend('wasm', { wasmFiles: '/wasm/' }); // *.wasm of @tensorflow/tfjs-backend-wasm/dist, copied there",
    'const agent = new ZeroAgent(new TfjsEvaluator(network.config, network.weights), { sims: 64 });',
    ...choosing,
    '```',
    '',
    'In Node: `npx tzaar analyse --setup fixed --model FOLDER`, any agent as `zero:model=FOLDER,sims=64`, or',
    '',
    '```js',
    "import { ZeroAgent } from 'tzaar-zero/agents';",
    "import { FIXED_START_TEXT, formatAction, parsePosition } from 'tzaar-zero/env';",
    "import { openEvaluator } from 'tzaar-zero/models/node';",
    '',
    "const agent = new ZeroAgent(await openEvaluator('this-folder'), { sims: 64 }); // onnxruntime",
    ...choosing,
    '```',
    '',
    'With stock TensorFlow.js and none of our code:',
    '',
    '```js',
    "import * as tf from '@tensorflow/tfjs';",
    '',
    "const model = await tf.loadGraphModel('this-folder/model.json');",
    "const { example } = await (await fetch('this-folder/selfcheck.json')).json();",
    `const observation = tf.tensor(example.observation, [1, ${POINT_COUNT}, ${PLANE_COUNT}]);`,
    `const [policy, value] = model.execute({ ${OBSERVATION_INPUT}${alongRays ? neighbours : ''} }, ['policy', 'value']);`,
    "console.log(policy.dataSync()[0], 'is', example.policyLogits[0], 'and', value.dataSync()[0], 'is', example.valueLogit);",
    '```',
    '',
    'With onnxruntime in Python:',
    '',
    '```python',
    'import json, numpy as np, onnxruntime as ort',
    '',
    'session = ort.InferenceSession("model.onnx")',
    `e = json.load(open("selfcheck.json"))["example"]  # ${OBSERVATION_SIZE} numbers in, policyLogits and valueLogit out`,
    `x = np.array(e["observation"], np.float32).reshape(1, ${POINT_COUNT}, ${PLANE_COUNT})`,
    `policy, value = session.run(["policy", "value"], {"${OBSERVATION_INPUT}": x${alongRays ? neighboursPython : ''}})`,
    'assert np.abs(policy[0] - e["policyLogits"]).max() < 1e-3',
    '```',
  ];
};

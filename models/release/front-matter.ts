/** The head of a model card that model hubs read: YAML between two lines of dashes. Every text is in quotes as JSON writes it, which YAML reads too. */
import type { CardFacts } from './model-card.ts';

/** Licence, what it is for, and what was measured. */
export const frontMatter = ({ name, licence, strength }: CardFacts): string[] => [
  '---',
  `license: ${JSON.stringify(licence.toLowerCase())}`,
  'library_name: "tzaar-zero"',
  'pipeline_tag: "reinforcement-learning"',
  `tags: ${JSON.stringify(TAGS)}`,
  ...(strength.length === 0 ? [] : ['model-index:', `- name: ${JSON.stringify(name)}`, '  results:']),
  ...strength.flatMap(({ agent, opponent, score, low, high, games }) => [
    '  - task: {"type": "reinforcement-learning", "name": "TZAAR"}',
    `    dataset: ${JSON.stringify({ type: 'tzaar', name: `${games} games against ${opponent}` })}`,
    '    metrics:',
    `    - {"type": "win_rate", "value": ${score}, "name": ${JSON.stringify(`score of ${agent}, 95 % interval ${low.toFixed(3)} to ${high.toFixed(3)}`)}}`,
  ]),
  '---',
  '',
];

const TAGS = ['reinforcement-learning', 'self-play', 'alphazero', 'board-game', 'tzaar', 'onnx', 'tfjs'];

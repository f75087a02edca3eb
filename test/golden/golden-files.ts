/** What is kept on file, readable, so that a change of behaviour shows as a diff. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SearchChanges } from '../../agents/search/index.ts';
import {
  describeTurn,
  formatAction,
  formatPosition,
  hashOf,
  legalActions,
  legalMoveTexts,
  MAX_LEGAL_ACTIONS,
  parsePosition,
  planeTable,
  play,
  randomBelow,
  randomStream,
  renderText,
  type Setup,
  startPosition,
} from '../../env/index.ts';
import { headTable, targetTable, trunkTable } from '../../models/index.ts';
import { settingsTable } from '../../train/index.ts';
import { apiContents, apiPage, ENTRY_POINTS, pageOf } from '../support/api-reference.ts';
import { drawTree } from '../support/draw-tree.ts';
import { searchSync } from '../support/search.ts';

/** One seeded game: every position, its hash, its legal moves, the move played. */
const playthrough = (setup: Setup, seed: number): string => {
  const rng = randomStream('playthrough', setup, seed);
  const position = startPosition(setup, rng);
  const actions = new Uint16Array(MAX_LEGAL_ACTIONS);
  const lines = [`set-up ${setup}, seed ${seed}`];
  for (;;) {
    const count = legalActions(position, actions);
    lines.push('', `ply ${position.ply}: ${describeTurn(position)}`, formatPosition(position));
    lines.push(`hash ${hashOf(position).toString(16).padStart(16, '0')}`);
    if (count === 0) return `${lines.join('\n')}\n`;
    lines.push(`legal ${count}: ${legalMoveTexts(position).join(' ')}`);
    const action = actions[randomBelow(rng, count)];
    lines.push(`plays ${formatAction(position, action)} (${action})`);
    play(position, action);
  }
};

/** Two small searches, early and late in the game, with evaluations made of hashes. */
const searchTrees = (options: SearchChanges): string =>
  [
    { position: startPosition('fixed', randomStream(0)), simulations: 40 },
    { position: parsePosition(LATE), simulations: 60 },
  ]
    .map(({ position, simulations }) => {
      const search = searchSync(position, simulations, { ...options, leaves: 2 });
      return `${options.rule}, at most ${simulations} simulations of\n${formatPosition(position)}\n${drawTree(search)}\n`;
    })
    .join('\n');

const LATE = '..z../a...../A.t3...z2/...a2..T./T...t2..t2/......Z2./T....../....../T3T2.A3. b 1 -';

const ENDGAME = '...Z5./..A5.../.....z./T2......./.t2....../......../......./t4...../..a5Tt3 w 1 -';

/** A hand-written page around generated tables, each of which stands between two comments. */
const pageWith = (page: string, tables: Readonly<Record<string, string>>): string =>
  Object.entries(tables).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- ${name}: .*-->\\n)[\\s\\S]*(<!-- /${name} -->)`),
        (_, begin: string, end: string) => `${begin}${table}\n${end}`,
      ),
    readFileSync(goldenPath(page), 'utf8'),
  );

/** Each file, named from here, and what it must hold. */
export const GOLDEN_FILES: Readonly<Record<string, () => string>> = {
  'playthrough-random.txt': () => playthrough('random', 1),
  'playthrough-fixed.txt': () => playthrough('fixed', 1),
  'playthrough-tournament.txt': () => playthrough('tournament', 1),
  '../../docs/environment.md': () => pageWith('../../docs/environment.md', { planes: planeTable() }),
  '../../docs/training.md': () => pageWith('../../docs/training.md', { settings: settingsTable() }),
  '../../docs/networks.md': () =>
    pageWith('../../docs/networks.md', { trunks: trunkTable(), heads: headTable(), targets: targetTable() }),
  '../../docs/api/README.md': apiContents,
  ...Object.fromEntries(ENTRY_POINTS.map((entryPoint) => [`../../${pageOf(entryPoint)}`, () => apiPage(entryPoint)])),
  'search-tree-gumbel.txt': () => searchTrees({ rule: 'gumbel', considered: 6 }),
  'search-tree-puct.txt': () => searchTrees({ rule: 'puct', noiseShare: 0.25 }),
  'render-text.txt': () => `${renderText(parsePosition(ENDGAME), { colour: false })}\n`,
};

export const goldenPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

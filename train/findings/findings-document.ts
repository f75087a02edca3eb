/** What a network has found out about the game as a document: sentences made of numbers, so that the next network rewrites them. */
import { type Findings, STAGES } from '../../arena/index.ts';
import { balanceSection } from './balance-section.ts';
import { firstMovesSection } from './first-moves-section.ts';
import { placementSection } from './placement-section.ts';
import { proofsSection } from './proofs-section.ts';
import { secondStepSection } from './second-step-section.ts';
import { type FindingPicture, PICTURE_FOLDER, type Section } from './section.ts';
import { counted } from './words.ts';
import { worthSection } from './worth-section.ts';

/** What the document says besides the findings. */
export type FindingsFacts = {
  /** What the network is called, and the hash of its weights. */
  readonly model: string;
  readonly network: string;
  readonly sims: number;
  /** Whether it learnt from games with placement; null where nobody knows. */
  readonly hasLearntPlacement: boolean | null;
  /** Writes this document; plays its games; searches the fixed start. */
  readonly commands: { readonly findings: string; readonly games: readonly string[]; readonly search: string };
};

/** A document and the pictures that it shows, by their paths from its folder. */
export type FindingsDocument = { readonly markdown: string; readonly pictures: readonly FindingPicture[] };

/** The first line of every such document, by which one is known that may be written over. */
export const FINDINGS_MARK = '<!-- written by tzaar findings -->';

/** `name` is that of the document's file without its ending, which the files of its pictures begin with. */
export const findingsDocument = (findings: Findings, facts: FindingsFacts, name: string): FindingsDocument => {
  const { commands, sims, hasLearntPlacement } = facts;
  const sections: readonly Section[] = [
    balanceSection(findings.balance, commands.games),
    worthSection(findings.worth),
    secondStepSection(findings.secondSteps),
    firstMovesSection(findings.firstMoves, commands.search),
    placementSection(findings.placement, hasLearntPlacement),
    proofsSection(findings.proofs, sims),
  ];
  const paragraphs = [
    FINDINGS_MARK,
    ...opening(findings, facts),
    ...sections.flatMap(({ title, paragraphs: own }) => [`## ${title}`, ...own.map((each) => named(each, name))]),
  ];
  return {
    markdown: `${paragraphs.filter((each) => each !== '').join('\n\n')}\n`,
    pictures: sections.flatMap(({ pictures }) =>
      pictures.map((each) => ({ name: `${PICTURE_FOLDER}/${name}-${each.name}.svg`, svg: each.svg })),
    ),
  };
};

const opening = ({ balance }: Findings, { model, network, sims, commands }: FindingsFacts): string[] => [
  `# What ${model} has found out about TZAAR`,
  `    ${commands.findings}`,
  `The network ${model} (weights \`${network}\`) played ${counted(
    balance.reduce((sum, { games }) => sum + games, 0),
    'game',
  )} against itself, with ${counted(sims, 'simulation')} for each action, and this is what the games and the network say. Actions are drawn from what the search recommends, so that games from one start differ. ` +
    `Stages of a game are told by the stacks that are left on the board, of ${STAGES[0].most} at first.`,
  'Intervals are 95 %. They are drawn over pairs of games from the same start, and tell how much chance there is in these games; how wrong the network is they do not tell, and a stronger one may see it otherwise.',
];

/** A paragraph that shows a picture, with the name of the document in it. */
const named = (paragraph: string, name: string): string =>
  paragraph.startsWith('![')
    ? paragraph.replace(`(${PICTURE_FOLDER}/%-`, `(${PICTURE_FOLDER}/${encodeURI(name)}-`)
    : paragraph;

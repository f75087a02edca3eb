/** An annotated game for terminals and for programs. */
import { MARK_NAMES, MARKS, type Prospect, summariseAnnotation } from '../agents/index.ts';
import { type AnnotatedGame, formatColumns } from '../arena/index.ts';
import { type GameRecord, PLAYERS } from '../env/index.ts';

/** A title, a row for each action, and a summary for each player. */
export const formatAnnotation = (game: AnnotatedGame, number: number, judge: string): string =>
  [describeGame(game.record, number), `judged by ${judge}`, '', formatActions(game), '', formatSummary(game)].join(
    '\n',
  );

/** The same as one object. */
export const annotationJson = ({ record, annotation }: AnnotatedGame, number: number, judge: string): object => ({
  game: number,
  judge,
  players: record.players,
  result: record.result,
  start: record.start,
  whiteChances: annotation.whiteChances,
  actions: annotation.actions.map(({ ply, player, move, verdict }) => ({ ply, player, move, verdict })),
  summary: summariseAnnotation(annotation.actions),
});

const describeGame = ({ players, result, moves }: GameRecord, number: number): string => {
  const end = result === null ? 'not finished' : `${result.winner} won (${result.reason})`;
  return `game ${number}: ${players.white} – ${players.black}, ${end}, ${moves.length} actions`;
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** Chances of players that are certain are told from those that are rounded. */
const formatProspect = ({ chance, proven }: Prospect): string => (proven === null ? percent(chance) : proven);

/** Lines of a search can be twenty actions long; the whole of them is in the JSON. */
const WORDS_SHOWN = 9;

const cutLine = (line: string): string => {
  const words = line.split(' ');
  return words.length <= WORDS_SHOWN ? line : `${words.slice(0, WORDS_SHOWN).join(' ')} …`;
};

const formatActions = ({ annotation }: AnnotatedGame): string =>
  formatColumns([
    ['ply', 'player', 'move', 'before', 'after', 'loss', '', 'best line'],
    ...annotation.actions.map(({ ply, player, move, verdict }) => {
      const first = [String(ply), player, move];
      if (verdict === null) return [...first, '', '', '', '', 'not judged'];
      const { before, after, loss, mark, best } = verdict;
      const sign = MARKS.find(({ name }) => name === mark)?.sign ?? '';
      return [...first, formatProspect(before), formatProspect(after), percent(loss), sign, cutLine(best.line)];
    }),
  ]);

const formatSummary = ({ record: { players }, annotation }: AnnotatedGame): string => {
  const summary = summariseAnnotation(annotation.actions);
  const marks = MARKS.toReversed();
  return formatColumns([
    ['', 'average loss', ...marks.map(({ sign, name }) => `${sign} ${name}`), 'player'],
    ...PLAYERS.map((player) => {
      const { averageLoss, marks: counts } = summary[player];
      const average = averageLoss === null ? '–' : `${(100 * averageLoss).toFixed(1)} %`;
      return [player, average, ...MARK_NAMES.toReversed().map((name) => String(counts[name])), players[player]];
    }),
  ]);
};

/** What an annotation says of each player. */
import { PLAYERS, type PlayerName } from '../../env/index.ts';
import type { AnnotatedAction } from './annotate.ts';
import { MARK_NAMES, type MarkName } from './marks.ts';

/** How one player did. */
export type PlayerSummary = {
  /** Actions with a verdict. */
  readonly actions: number;
  /** Winning chance lost by an action on average, 0 to 1; null without a verdict. */
  readonly averageLoss: number | null;
  /** How many actions got each mark. */
  readonly marks: Readonly<Record<MarkName, number>>;
};

/** Adds up the verdicts on each player's actions. */
export const summariseAnnotation = (
  actions: readonly AnnotatedAction[],
): Readonly<Record<PlayerName, PlayerSummary>> => {
  const [white, black] = PLAYERS.map((player) => summarisePlayer(actions.filter((each) => each.player === player)));
  return { white, black };
};

const summarisePlayer = (actions: readonly AnnotatedAction[]): PlayerSummary => {
  const verdicts = actions.flatMap(({ verdict }) => (verdict === null ? [] : [verdict]));
  const count = (name: MarkName): number => verdicts.filter(({ mark }) => mark === name).length;
  return {
    actions: verdicts.length,
    averageLoss: verdicts.length === 0 ? null : verdicts.reduce((sum, { loss }) => sum + loss, 0) / verdicts.length,
    marks: Object.fromEntries(MARK_NAMES.map((name) => [name, count(name)])) as Record<MarkName, number>,
  };
};

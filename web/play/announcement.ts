/** What a screen reader hears when the position on view changes. */
import { describeTurn } from '../../env/index.ts';
import { capital, positionAt, sayAction, sayOutcome } from './game.ts';
import type { Session } from './session.ts';

export const announcement = ({ game, shown }: Session): string => {
  const position = positionAt(game, shown);
  const played = shown === 0 ? '' : `${sayAction(positionAt(game, shown - 1), game.actions[shown - 1])} `;
  return played + (sayOutcome(game, position) ?? `${capital(describeTurn(position))}.`);
};

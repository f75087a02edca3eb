/** Who plays whom, changeable in the middle of a game: take over a position that was linked, or a game that was loaded. */
import type { VNode } from 'preact';
import { LEVELS, levelInPlay, needsNetwork } from './levels.ts';
import { type Session, type SessionEvent, SIDES, type Side } from './session.ts';

export type SeatsProps = {
  readonly session: Session;
  /** Whether levels that need the network can be chosen. */
  readonly hasNetwork: boolean;
  readonly dispatch: (event: SessionEvent) => void;
};

const SIDE_NAMES: Readonly<Record<Side, string>> = { white: 'White', black: 'Black', both: 'Both sides' };

export const Seats = ({ session: { side, level }, hasNetwork, dispatch }: SeatsProps): VNode => (
  <div class="seats">
    <label>
      You play
      <select
        value={side}
        onChange={(event) => dispatch({ type: 'seat', side: event.currentTarget.value as Side, level })}
      >
        {SIDES.map((each) => (
          <option key={each} value={each}>
            {SIDE_NAMES[each]}
          </option>
        ))}
      </select>
    </label>
    <label>
      Opponent
      <select
        value={levelInPlay(level, hasNetwork).id}
        disabled={side === 'both'}
        onChange={(event) => dispatch({ type: 'seat', side, level: event.currentTarget.value })}
      >
        {LEVELS.map((each) => (
          <option key={each.id} value={each.id} disabled={!hasNetwork && needsNetwork(each)}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  </div>
);

/** The dialog that begins a game: set-up, side and strength. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SETUPS, type Setup } from '../../env/index.ts';
import { Dialog } from './dialog.tsx';
import { capital } from './game.ts';
import { LEVELS, levelInPlay, needsNetwork } from './levels.ts';
import type { Side } from './session.ts';

export type NewGameChoice = { readonly setup: Setup; readonly side: Side; readonly level: string };

export type NewGameProps = {
  readonly initial: NewGameChoice;
  /** Why levels that need the network cannot be chosen; null if they can. */
  readonly noNetwork: string | null;
  readonly onBegin: (choice: NewGameChoice) => void;
  readonly onClose: () => void;
};

const ABOUT_SETUP: Readonly<Record<Setup, string>> = {
  random: 'all pieces shuffled over the board',
  fixed: 'the same balanced start every time',
  tournament: 'you take turns placing the pieces yourselves',
};

type SideChoice = Side | 'either';

const SIDE_NAMES: Readonly<Record<SideChoice, string>> = {
  white: 'White, you begin',
  black: 'Black, the engine begins',
  either: 'By lot',
  both: 'Both: analyse, or play side by side',
};

export const NewGame = ({ initial, noNetwork, onBegin, onClose }: NewGameProps): VNode => {
  const [setup, setSetup] = useState<Setup>(initial.setup);
  const [side, setSide] = useState<SideChoice>(initial.side);
  const [level, setLevel] = useState(initial.level);
  const inPlay = levelInPlay(level, noNetwork === null);
  const begin = (event: Event): void => {
    event.preventDefault();
    onBegin({ setup, side: side === 'either' ? (Math.random() < 0.5 ? 'white' : 'black') : side, level });
  };
  return (
    <Dialog title="New game" onClose={onClose}>
      <form onSubmit={begin}>
        <fieldset>
          <legend>Set-up</legend>
          {SETUPS.map((each) => (
            <label key={each} class="choice">
              <input type="radio" name="setup" checked={setup === each} onChange={() => setSetup(each)} />
              <span>
                {capital(each)} <small>{ABOUT_SETUP[each]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>You play</legend>
          {(Object.keys(SIDE_NAMES) as SideChoice[]).map((each) => (
            <label key={each} class="choice">
              <input type="radio" name="side" checked={side === each} onChange={() => setSide(each)} />
              <span>{SIDE_NAMES[each]}</span>
            </label>
          ))}
        </fieldset>
        <label class="field">
          Strength
          <select
            value={inPlay.id}
            disabled={side === 'both'}
            onChange={(event) => setLevel(event.currentTarget.value)}
          >
            {LEVELS.map((each) => (
              <option key={each.id} value={each.id} disabled={noNetwork !== null && needsNetwork(each)}>
                {each.name}
              </option>
            ))}
          </select>
          <small>{inPlay.about}</small>
        </label>
        {noNetwork !== null && <p class="quiet">{noNetwork}</p>}
        <footer>
          <button type="submit" class="primary">
            Begin
          </button>
        </footer>
      </form>
    </Dialog>
  );
};

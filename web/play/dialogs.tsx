/** The dialogs of the page; at most one of them is open. */
import type { VNode } from 'preact';
import { formatPosition, formatRecord, type Position } from '../../env/index.ts';
import { formatPositionLink } from './address.ts';
import { type Game, recordOf } from './game.ts';
import { Help } from './help.tsx';
import { NewGame, type NewGameChoice } from './new-game.tsx';
import { recordedNames, type Session } from './session.ts';
import { Share } from './share.tsx';
import { addressWith } from './use-address.ts';
import type { useSwitch } from './use-switch.ts';

export type OpenDialog = 'new-game' | 'share' | 'help' | null;

export type DialogsProps = {
  readonly open: OpenDialog;
  readonly session: Session;
  readonly position: Position;
  /** What stands behind the `#` of the page's address. */
  readonly link: string;
  /** Id of the level that plays. */
  readonly level: string;
  /** Why levels that need the network cannot be chosen; null if they can. */
  readonly noNetwork: string | null;
  readonly singleKeys: ReturnType<typeof useSwitch>;
  readonly onBegin: (choice: NewGameChoice) => void;
  readonly onLoad: (game: Game) => void;
  readonly onClose: () => void;
};

export const Dialogs = (props: DialogsProps): VNode | null => {
  const { open, session, position, singleKeys, onClose } = props;
  switch (open) {
    case null:
      return null;
    case 'new-game': {
      const { game, side, level } = session;
      const setup = game.setup === 'position' ? 'random' : game.setup;
      return (
        <NewGame
          initial={{ setup, side, level }}
          noNetwork={props.noNetwork}
          onBegin={props.onBegin}
          onClose={onClose}
        />
      );
    }
    case 'share':
      return (
        <Share
          link={addressWith(props.link)}
          positionLink={addressWith(formatPositionLink(session))}
          position={formatPosition(position)}
          record={formatRecord(recordOf(session.game, recordedNames(session, props.level)))}
          onLoad={props.onLoad}
          onClose={onClose}
        />
      );
    case 'help': {
      const [isOn, turn] = singleKeys;
      return <Help singleKeys={isOn} onSingleKeys={turn} onClose={onClose} />;
    }
  }
};

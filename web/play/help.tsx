/** The rules on one screen, and the keys. */
import type { VNode } from 'preact';
import { cellOf, KINDS, PIECES_OF_KIND, WHITE } from '../../env/index.ts';
import { RankDisc } from './arrows.tsx';
import { SignDisc, type Target } from './board.tsx';
import { Dialog } from './dialog.tsx';
import { HEIGHT_PLATE, TARGET_SIGN } from './marks.ts';
import { HeightPlate, PieceIcon } from './stack.tsx';

const KEYS: ReadonlyArray<readonly [keys: string, does: string]> = [
  ['Arrow keys', 'move from point to point on the board'],
  ['N, Shift+N', 'go to the next or last stack that can move, or target'],
  ['Enter, Space', 'select a stack, then its target'],
  ['Esc', 'cancel the selection'],
  ['P', 'pass'],
  ['U, R', 'undo, redo'],
  ['H', 'show or hide the engine’s candidates'],
  ['[ and ]', 'look one action back or forward'],
  ['1, 2, 3', 'pick tzaar, tzarra or tott to place'],
  ['?', 'open this page'],
];

const SIGN_MEANINGS: ReadonlyArray<readonly [target: Exclude<Target, 'place'>, means: string]> = [
  ['capture', 'the selected stack can capture here'],
  ['stack', 'the selected stack can go onto this one'],
  ['fatal', 'the same, but it buries your own last stack of a kind and loses'],
];

export type HelpProps = {
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
  readonly onClose: () => void;
};

export const Help = ({ singleKeys, onSingleKeys, onClose }: HelpProps): VNode => (
  <Dialog title="How to play" onClose={onClose}>
    <div class="help">
      <p>
        Each side has three kinds of pieces. Lose the last of any kind, or be unable to capture when your turn begins,
        and you lose the game.
      </p>
      <ul class="legend">
        {KINDS.map((name, kind) => (
          <li key={name}>
            <PieceIcon player={0} kind={kind} size={34} />
            <PieceIcon player={1} kind={kind} size={34} />
            <span>
              <b>{name}</b>, {PIECES_OF_KIND[kind]} of them
            </span>
          </li>
        ))}
      </ul>
      <ol>
        <li>
          <b>First capture.</b> A stack moves in a straight line over empty points onto the first stack it meets. It may
          take an opponent’s stack that is not higher than itself.
        </li>
        <li>
          <b>Then capture again, or stack, or pass.</b> Stacking is the same movement onto a stack of your own: heights
          add up, and the kind on top is the one that counts. Covering your own last stack of a kind loses at once.
        </li>
      </ol>
      <p>White’s very first turn is one capture only. Stacks never move to an empty point and never jump.</p>
      <h3>Marks on the board</h3>
      <MarkLegend />
      <h3>Keys</h3>
      <dl class="keys">
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label>
          <input type="checkbox" checked={singleKeys} onChange={(event) => onSingleKeys(event.currentTarget.checked)} />{' '}
          Single keys work: P, U, R, H, [, ], 1, 2, 3, ?
        </label>
      </p>
    </div>
  </Dialog>
);

const MarkLegend = (): VNode => (
  <ul class="legend">
    <li>
      <MarkIcon at={HEIGHT_PLATE}>
        <HeightPlate cell={cellOf(WHITE, 2, 3)} lift={0} />
      </MarkIcon>
      <span>the height of a stack; those without a plate are single pieces</span>
    </li>
    <li>
      <MarkIcon>
        <RankDisc rank={1} />
      </MarkIcon>
      <MarkIcon>
        <RankDisc rank={2} />
      </MarkIcon>
      <span>on an arrow or in a ring: the engine’s candidates, best first; the wider, the stronger</span>
    </li>
    {SIGN_MEANINGS.map(([target, means]) => (
      <li key={target}>
        <MarkIcon at={TARGET_SIGN}>
          <g class={`target ${target}`}>
            <SignDisc target={target} />
          </g>
        </MarkIcon>
        <span>{means}</span>
      </li>
    ))}
    <li>
      <MarkIcon>
        <circle class="movable" r={17} />
      </MarkIcon>
      <span>around a stack: it can move now</span>
    </li>
  </ul>
);

type MarkIconProps = { readonly at?: { readonly x: number; readonly y: number }; readonly children: VNode };

/** A mark by itself, wherever it stands at its point. */
const MarkIcon = ({ at = { x: 0, y: 0 }, children }: MarkIconProps): VNode => (
  <svg viewBox={`${at.x - 20} ${at.y - 20} 40 40`} width={28} height={28} aria-hidden="true">
    {children}
  </svg>
);

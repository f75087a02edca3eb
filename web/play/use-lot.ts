/** Places the rest of a person's pieces by lot, one after another, once that is wished for. */
import { useEffect } from 'preact/hooks';
import { formatPosition, PLACEMENT, type Position } from '../../env/index.ts';
import { legalOf } from './game.ts';
import type { SessionEvent } from './session.ts';

/** Between two pieces. */
const LOT_MS = 60;

export const useLot = (isWished: boolean, position: Position, dispatch: (event: SessionEvent) => void): void => {
  useEffect(() => {
    if (!isWished || position.phase !== PLACEMENT) return;
    const legal = legalOf(position);
    const action = legal[Math.floor(Math.random() * legal.length)];
    const timer = setTimeout(
      () => dispatch({ type: 'play', action, position: formatPosition(position), by: 'person' }),
      LOT_MS,
    );
    return () => clearTimeout(timer);
  }, [isWished, position]);
};

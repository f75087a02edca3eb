/** How pointer, touch and keyboard ask a chart: a place to read, and a part to see larger. */
import { useRef, useState } from 'preact/hooks';
import type { Range } from '../../train/report/chart-frame.ts';
import { stepFrom } from './chart-reading.ts';

export type GestureOptions = {
  /** The part of the axis on view, and the places with points in it. */
  readonly shown: Range;
  readonly places: readonly number[];
  readonly zoomAround: (around: number, factor: number) => void;
  readonly onZoom: (range: Range) => void;
  readonly onReset: () => void;
};

export type Gestures = {
  /** Where somebody looks; null if nobody does. */
  readonly at: number | null;
  /** From where to where a drag goes. */
  readonly drag: Range | null;
  readonly handlers: {
    readonly onFocus: () => void;
    readonly onBlur: () => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
    readonly onDblClick: () => void;
  };
};

/** A drag that is shorter than this many pixels is a press. */
const LEAST_DRAG = 8;

export const useGestures = (options: GestureOptions): Gestures => {
  const { shown, places, onZoom, onReset } = options;
  const [at, setAt] = useState<number | null>(null);
  const [drag, setDrag] = useState<Range | null>(null);
  const begun = useRef<{ readonly clientX: number; readonly x: number } | null>(null);
  const endDrag = (): void => {
    begun.current = null;
    setDrag(null);
  };
  /** The drag that an event belongs to, if it is long enough to be one. */
  const dragTo = (event: PointerEvent): Range | null => {
    const { current } = begun;
    const isDrag = current !== null && Math.abs(event.clientX - current.clientX) >= LEAST_DRAG;
    return isDrag ? [current.x, xUnder(event, shown)] : null;
  };
  const keys = keysOf(options, at ?? places.at(-1) ?? shown[1], setAt);
  return {
    at,
    drag,
    handlers: {
      onFocus: () => setAt((before) => before ?? places.at(-1) ?? null),
      onBlur: () => setAt(null),
      onKeyDown: (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
        event.preventDefault();
        endDrag();
        keys[event.key]();
      },
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        begun.current = { clientX: event.clientX, x: xUnder(event, shown) };
        setAt(xUnder(event, shown));
      },
      onPointerMove: (event) => {
        setAt(xUnder(event, shown));
        setDrag(dragTo(event));
      },
      onPointerUp: (event) => {
        const dragged = dragTo(event);
        endDrag();
        if (dragged !== null) onZoom(dragged);
      },
      onPointerCancel: endDrag, // the page scrolls instead
      onPointerLeave: (event) => {
        if (event.pointerType === 'mouse') setAt(null); // a finger has left, but what it asked for is still to be read
      },
      onDblClick: onReset,
    },
  };
};

const xUnder = (event: PointerEvent, [least, most]: Range): number => {
  const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  const share = (event.clientX - left) / width;
  return least + Math.max(0, Math.min(1, share)) * (most - least);
};

const keysOf = (
  { places, zoomAround, onReset }: GestureOptions,
  now: number,
  setAt: (place: number | null) => void,
): Readonly<Record<string, () => void>> => {
  const step = (steps: number) => () => setAt(stepFrom(places, now, steps) ?? null);
  return {
    ArrowLeft: step(-1),
    ArrowRight: step(1),
    PageDown: step(-10),
    PageUp: step(10),
    Home: step(Number.NEGATIVE_INFINITY),
    End: step(Number.POSITIVE_INFINITY),
    '+': () => zoomAround(now, 0.5),
    '=': () => zoomAround(now, 0.5),
    '-': () => zoomAround(now, 2),
    Escape: onReset,
  };
};

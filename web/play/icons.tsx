/** Small pictures on buttons, drawn here so that no font has to have them. */
import type { VNode } from 'preact';

const PATHS = {
  first: 'M6 5v14M19 5 9 12l10 7z',
  back: 'M16 5 7 12l9 7z',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l10 7-10 7z',
  undo: 'M9 6 4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  redo: 'M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h3',
} as const;

export const Icon = ({ name }: { readonly name: keyof typeof PATHS }): VNode => (
  <svg class="icon" viewBox="0 0 24 24" width={18} height={18} aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

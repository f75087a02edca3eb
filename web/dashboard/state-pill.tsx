/** Whether a run is being trained, in a word and a colour. */
import type { VNode } from 'preact';

export type RunState = 'running' | 'crashed' | 'stopped' | 'finished';

export const StatePill = ({ state }: { readonly state: RunState }): VNode => (
  <span class={`pill ${state}`}>{state}</span>
);

/** Why a run cannot be shown. */
import type { VNode } from 'preact';

export const Missing = ({ name, problem }: { readonly name: string; readonly problem: string }): VNode => (
  <p class="notice" role="alert">
    <span>
      <strong>{name}</strong>: {problem}
    </span>
  </p>
);

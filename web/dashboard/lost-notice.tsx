/** Said while the server is away. */
import type { VNode } from 'preact';

export const LostNotice = (): VNode => (
  <p class="notice" role="alert">
    <span>
      The server does not answer. This page keeps what it has and tries again; start it with <code>tzaar serve</code>.
    </span>
  </p>
);

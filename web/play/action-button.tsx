/** A button that is sometimes unavailable. It is not disabled then, since a disabled button loses the keyboard focus. */
import type { ComponentChildren, VNode } from 'preact';

export type ActionButtonProps = {
  readonly can: boolean;
  readonly onClick: () => void;
  readonly class?: string;
  /** For buttons without a text. */
  readonly label?: string;
  readonly children: ComponentChildren;
};

export const ActionButton = ({ can, onClick, label, children, ...rest }: ActionButtonProps): VNode => (
  <button type="button" {...rest} aria-label={label} aria-disabled={!can} onClick={() => can && onClick()}>
    {children}
  </button>
);

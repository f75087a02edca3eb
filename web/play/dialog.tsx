/** A modal dialog of the browser's own: it keeps the focus inside and closes on Escape by itself. */
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
};

/** Open as long as it is rendered. */
export const Dialog = ({ title, onClose, children }: DialogProps): VNode => {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={onClose}>
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={() => element.current?.close()}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
};

/** What people should know and can wave away: links that were refused, an engine that does not work. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

export type NoticesProps = {
  /** About a link; forgotten when it is closed. */
  readonly refused: string | null;
  readonly onForget: () => void;
  /** What is wrong with the engine, as long as it is. */
  readonly trouble: string | null;
  readonly onRetry: () => void;
};

export const Notices = ({ refused, onForget, trouble, onRetry }: NoticesProps): VNode => {
  const [closed, setClosed] = useState<string | null>(null);
  const retry = (): void => {
    setClosed(null); // a retry that fails must show the notice again
    onRetry();
  };
  return (
    <>
      {refused !== null && <Notice text={refused} onClose={onForget} />}
      {trouble !== null && trouble !== closed && (
        <Notice key={trouble} text={trouble} onRetry={retry} onClose={() => setClosed(trouble)} />
      )}
    </>
  );
};

const Notice = ({ text, onRetry, onClose }: { text: string; onRetry?: () => void; onClose: () => void }): VNode => (
  <p class="notice" role="alert">
    <span>{text}</span>
    {onRetry !== undefined && (
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    )}
    <button type="button" class="plain" aria-label="Dismiss" onClick={onClose}>
      ×
    </button>
  </p>
);

/** Whether the page is on view: work that nobody waits for stops in a tab that is hidden. */
import { useEffect, useState } from 'preact/hooks';

export const useVisibility = (): boolean => {
  const [isSeen, setSeen] = useState(isOnView);
  useEffect(() => {
    const look = (): void => setSeen(isOnView());
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isSeen;
};

const isOnView = (): boolean => document.visibilityState === 'visible';

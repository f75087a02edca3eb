/** Keys that work anywhere on the page but where people type. */
import { useEffect } from 'preact/hooks';

export const useKeys = (enabled: boolean, keys: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // with Caps Lock too
      const typing =
        event.target instanceof Element && event.target.closest('input[type=text], textarea, select') !== null;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, key)) return;
      event.preventDefault();
      keys[key]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
};

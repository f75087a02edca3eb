/** Keys that work anywhere on the page but where people type. */
import { useEffect } from 'preact/hooks';

/**
 * Without `singleKeys` only keys with a name work: letters, digits and signs may be pressed by mistake, or by software
 * that turns speech into keys.
 */
export const useKeys = (enabled: boolean, singleKeys: boolean, keys: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key; // with Caps Lock too
      const typing =
        event.target instanceof Element && event.target.closest('input[type=text], textarea, select') !== null;
      if (key.length === 1 && !singleKeys) return;
      if (typing || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, key)) return;
      event.preventDefault();
      keys[key]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
};

/** Keeps the game in the page's address, and follows links that are pasted there. */
import { useEffect, useRef } from 'preact/hooks';
import { InvalidInput } from '../../env/index.ts';
import { type Linked, parseLink } from './address.ts';

/** Browsers refuse more than a few hundred changes of the address in half a minute, which a slider would cause. */
const WRITE_EVERY_MS = 300;

/** `link` is what stands behind the `#`; a link that cannot be followed is refused with a sentence, and the game stays. */
export const useAddress = (
  link: string,
  follow: (linked: Linked) => void,
  refuse: (sentence: string) => void,
): void => {
  const latest = useRef(link);
  const writtenAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    latest.current = link;
    const write = (): void => {
      writtenAt.current = performance.now();
      writeAddress(link);
    };
    const wait = writtenAt.current + WRITE_EVERY_MS - performance.now();
    if (wait <= 0) return write();
    const timer = setTimeout(write, wait);
    return () => clearTimeout(timer);
  }, [link]);

  useEffect(() => {
    const onChange = ({ newURL }: HashChangeEvent): void => {
      try {
        const linked = parseLink(new URL(newURL).hash);
        if (linked !== null) follow(linked);
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        writeAddress(latest.current);
        refuse(error.message);
      }
    };
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  });
};

const writeAddress = (link: string): void => history.replaceState(null, '', `${location.search}${link}`);

/** The whole address of this page with another game in it. */
export const addressWith = (link: string): string => `${location.href.replace(/#.*$/s, '')}${link}`;

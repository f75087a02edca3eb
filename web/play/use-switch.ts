/** A setting of the reader, on or off, kept by the browser for the next visit. */
import { useState } from 'preact/hooks';

export const useSwitch = (name: string, initial: boolean): [isOn: boolean, turn: (on: boolean) => void] => {
  const [isOn, setOn] = useState(() => recall(name) ?? initial);
  const turn = (on: boolean): void => {
    setOn(on);
    keep(name, on);
  };
  return [isOn, turn];
};

const recall = (name: string): boolean | null => {
  try {
    const kept = localStorage.getItem(`tzaar-${name}`);
    return kept === null ? null : kept === 'on';
  } catch {
    return null; // the browser may be set to store nothing
  }
};

const keep = (name: string, on: boolean): void => {
  try {
    localStorage.setItem(`tzaar-${name}`, on ? 'on' : 'off');
  } catch {
    // not stored: it holds for this visit
  }
};

/** The way from the dashboard back to the game that one came from, kept as long as the tab is open. */
const KEY = 'tzaar-way-back';

export const keepWayBack = (): void => {
  try {
    sessionStorage.setItem(KEY, location.search + location.hash);
  } catch {
    // the browser may be set to store nothing; the way back then leads to a new game
  }
};

/** The play page's address, relative to the dashboard. */
export const wayBack = (): string => {
  try {
    const kept = sessionStorage.getItem(KEY) ?? '';
    return `./${/^[?#]/.test(kept) ? kept : ''}`;
  } catch {
    return './';
  }
};

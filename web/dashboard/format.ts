/** Numbers, times and words for people. */
export { formatDuration } from '../../train/report/format-duration.ts';

const THIN_SPACE = '\u202f';

/** `1 234 567`. */
export const formatCount = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);

/** Enough digits to see a change, no more. */
export const formatRate = (value: number): string => (value >= 100 ? formatCount(value) : value.toFixed(1));

export const formatPercent = (share: number, digits = 0): string => `${(100 * share).toFixed(digits)}${THIN_SPACE}%`;

/** `just now`, `5 min ago`, and the date where that is long ago. */
export const formatAge = (time: string, now: number): string => {
  const seconds = (now - Date.parse(time)) / 1000;
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });
};

/** `kind-captured` → `kind captured`. */
export const formatReason = (reason: string): string => reason.replaceAll('-', ' ');

/** Numbers of findings as people read them, and Markdown around them. */
import { type Estimate, type Interval, STAGES } from '../../arena/index.ts';

/** A minus sign as wide as a plus. */
const signed = (text: string): string => text.replace('-', '−');

/** `6.1`, with so many digits; never a negative zero. */
export const number = (value: number, digits = 1): string =>
  signed((Number(value.toFixed(digits)) + 0).toFixed(digits));

/** `6` or `6.5`. */
export const plain = (value: number): string => number(value).replace(/\.0$/, '');

/** A share from 0 to 1 as `51.2 %`. */
export const percent = (share: number): string => `${number(100 * share)} %`;

/** Numbers of an interval multiplied, for percent and points. */
export const times = (factor: number, { value, low, high }: Interval): Interval => ({
  value: factor * value,
  low: factor * low,
  high: factor * high,
});

/** `5.2 to 7.0`. */
export const range = ({ low, high }: Interval, digits = 1): string =>
  `${number(low, digits)} to ${number(high, digits)}`;

/** `51.2 % (46.3 to 56.1)`. */
export const share = (interval: Interval): string => `${percent(interval.value)} (${range(times(100, interval))})`;

/** `6.1 (5.2 to 7.0)`, of a difference of winning chances in percentage points; a dash where nothing is known. */
export const points = (interval: Interval | null): string =>
  interval === null ? '–' : `${number(100 * interval.value)} (${range(times(100, interval))})`;

/** `400 games`. */
export const gamesOf = ({ games }: Pick<Estimate, 'games'>): string => counted(games, 'game');

/** `1 game`, `1 200 games`, with spaces that do not break. */
export const counted = (count: number, what: string): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, '\u00a0')} ${what}${count === 1 ? '' : 's'}`;

/** The stages as headings of tables. */
export const STAGE_NAMES: readonly string[] = STAGES.map(({ most, least }) =>
  least === 0 ? `${most} or fewer` : `${most}–${least}`,
);

/** The stages in sentences. */
export const STAGE_WORDS: readonly string[] = STAGES.map(({ most, least }, index) =>
  index === 0 ? `${least} stacks or more` : least === 0 ? `${most} stacks or fewer` : `${most} to ${least} stacks`,
);

/** A list as English has it: `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Sentences one below the other. */
export const bullets = (sentences: readonly string[]): string => sentences.map((each) => `- ${each}`).join('\n');

/** A Markdown table. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

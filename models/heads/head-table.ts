/** The table of heads as Markdown, for `docs/networks.md`. */
import { HEADS } from './heads.ts';

export const headTable = (): string => {
  const rows = HEADS.all.map(
    ({ name, meaning, unit, weight, column, target }) =>
      `| \`${name}\` | ${meaning} | ${unit} | ${weight} | \`${column.name}\` ${column.type}${column.width === 1 ? '' : ` × ${column.width}`} | \`${target}\` |`,
  );
  return ['| head | asks | loss in | weight | column | target |', '|---|---|---|---|---|---|', ...rows].join('\n');
};

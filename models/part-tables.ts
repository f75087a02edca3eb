/** The registered trunks, heads and targets as Markdown, for `docs/networks.md`. */
import { defaultOf, described } from '../env/index.ts';
import { HEADS } from './heads/heads.ts';
import { TARGETS } from './learning/targets.ts';
import { TRUNKS } from './network/trunks/trunks.ts';

/** The trunks as a Markdown table. */
export const trunkTable = (): string =>
  table(
    ['trunk', 'layers'],
    TRUNKS.all.map(({ name, meaning }) => [code(name), meaning]),
  );

/** The heads as a Markdown table. */
export const headTable = (): string =>
  table(
    ['head', 'answers', 'loss in', 'weight', 'column', 'target'],
    HEADS.all.map(({ name, meaning, unit, weight, column, target }) => [
      code(name),
      meaning,
      unit,
      String(weight),
      `${code(column.name)} ${column.type}${column.width === 1 ? '' : ` × ${column.width}`}`,
      code(target),
    ]),
  );

/** The targets as a Markdown table. */
export const targetTable = (): string =>
  table(
    ['target', 'of head', 'writes', 'options'],
    TARGETS.all.map(({ name, head, meaning, options }) => [
      code(name),
      code(head),
      meaning,
      Object.entries(options)
        .map(([key, schema]) => `${code(key)} = ${JSON.stringify(defaultOf(schema))}: ${described(schema).why}`)
        .join('; '),
    ]),
  );

const code = (name: string): string => `\`${name}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );

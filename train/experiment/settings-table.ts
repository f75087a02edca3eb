/** The settings of a run as Markdown, with every preset next to the default: what `docs/training.md` holds. */
import { choicesOf, defaultOf, described, entriesOf, isRecord, type Schema } from '../../env/index.ts';
import { HEADS, NETWORK_PRESETS } from '../../models/index.ts';
import { mergeLayers } from './make-settings.ts';
import { TRAIN_PRESETS } from './presets.ts';
import { settingsSchema } from './settings.ts';

/** A setting, its default, and what it is for. */
export type SettingRow = {
  /** Dotted, as after `--set`. */
  readonly name: string;
  readonly standard: unknown;
  readonly why: string;
};

/** A row for each setting, those of all rules, heads and targets included. */
export const settingRows = (): SettingRow[] => {
  const standard = { network: NETWORK_PRESETS.small };
  return rowsOf(settingsSchema(HEADS.all), '', standard);
};

const rowsOf = (schema: Schema, path: string, defaults: unknown): SettingRow[] => {
  const entries = entriesOf(schema);
  if (entries !== undefined)
    return Object.entries(entries).flatMap(([key, entry]) =>
      rowsOf(entry, path === '' ? key : `${path}.${key}`, isRecord(defaults) ? defaults[key] : undefined),
    );
  const choices = choicesOf(schema);
  if (choices !== undefined) return rowsOfChoices(choices, path);
  return [{ name: path, standard: defaultOf(schema) ?? defaults, why: described(schema).why ?? '' }];
};

/** What several choices share is listed once; what only some have says whose it is. */
const rowsOfChoices = (choices: Readonly<Record<string, Schema>>, path: string): SettingRow[] => {
  const names = Object.keys(choices);
  const owners = new Map<string, { readonly row: SettingRow; readonly of: string[] }>();
  for (const name of names) {
    for (const row of rowsOf(choices[name], path, undefined)) {
      const known = owners.get(row.name);
      if (known === undefined) owners.set(row.name, { row, of: [name] });
      else known.of.push(name);
    }
  }
  return Array.from(owners.values(), ({ row, of }) => {
    const isTag = of.length === names.length && names.includes(String(row.standard)) && row.why === '';
    if (isTag) return { ...row, why: `one of ${names.join(', ')}` };
    return of.length === names.length ? row : { ...row, why: `${row.why} (${of.join(', ')})` };
  });
};

/** The settings as a Markdown table. */
export const settingsTable = (): string => {
  const presets = Object.entries(TRAIN_PRESETS).map(([name, layer]) => ({ name, layer: mergeLayers([layer]) }));
  const rows = settingRows().map(({ name, standard, why }) => {
    const own = presets.map(({ layer }) => format(valueAt(layer, name)));
    return `| ${[`\`${name}\``, format(standard), ...own, why].join(' | ')} |`;
  });
  const head = ['setting', 'default', ...presets.map(({ name }) => name), 'why'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
};

const valueAt = (layer: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), layer);

const format = (value: unknown): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return String(value);
};

/** From what people write to checked settings: layers over each other, names for whole parts, all problems in one error. */
import { check, InvalidInput, isRecord, NOT_SHOWN, problemsOf } from '../../env/index.ts';
import { auxiliaryHeads, type Head, headsOf, NETWORK_PRESETS } from '../../models/index.ts';
import { OLD_NAMES } from './old-settings.ts';
import { TRAIN_PRESETS } from './presets.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Some settings, nested as in `Settings`. A network may be named (`small`), and its auxiliary heads given as a text (`all`, `a,b`). */
export type SettingsLayer = Readonly<Record<string, unknown>>;

/** The defaults, changed by each layer in turn. */
export const makeSettings = (...layers: readonly SettingsLayer[]): Settings => {
  const merged = mergeTwo({ network: NETWORK_PRESETS.small }, mergeLayers(layers));
  const schema = settingsSchema(headsIn(merged.network));
  const problems = problemsOf(schema, merged).map((problem) =>
    typeof merged.network === 'string' && problem.startsWith('network ')
      ? `network must be one of ${Object.keys(NETWORK_PRESETS).join(', ')}, or an object`
      : problem,
  );
  if (problems.length > 0) throw new InvalidInput('training settings', NOT_SHOWN, problems.join('; '));
  return check(schema, merged, 'training settings');
};

/** The heads that a network would have, those that there are of them: the settings of these can be judged in any case. */
const headsIn = (network: unknown): readonly Head[] => {
  const named = isRecord(network) && Array.isArray(network.auxiliaryHeads) ? network.auxiliaryHeads : [];
  return headsOf({ auxiliaryHeads: auxiliaryHeads().filter((name) => named.includes(name)) });
};

/** The settings of a preset by its name. */
export const presetLayer = (name: string): SettingsLayer => {
  if (Object.hasOwn(TRAIN_PRESETS, name)) return TRAIN_PRESETS[name];
  throw new InvalidInput('preset', name, `expected ${Object.keys(TRAIN_PRESETS).join(', ')}`);
};

/** The opponents that layers name, before anything is checked: modules of the user's must be loaded by then. */
export const opponentsIn = (layers: readonly SettingsLayer[]): readonly string[] => {
  const { evaluation } = mergeLayers(layers);
  const named = isRecord(evaluation) && Array.isArray(evaluation.opponents) ? evaluation.opponents : [];
  return named.filter((name) => typeof name === 'string');
};

/** Later layers win, setting by setting; lists are replaced as a whole. */
export const mergeLayers = (layers: readonly SettingsLayer[]): SettingsLayer =>
  layers.map(expandNames).reduce((under, over) => mergeTwo(under, over), {});

/** Deeper than any of our settings; a file from elsewhere may hold anything, and is refused when it is checked. */
const DEPTH_LIMIT = 20;

const mergeTwo = (under: SettingsLayer, over: SettingsLayer, depth = 0): SettingsLayer => {
  const merged: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    // What is no object where one belongs stays, to be told: a later setting inside of it must not hide it.
    const together =
      isRecord(value) && below !== undefined && depth < DEPTH_LIMIT
        ? isRecord(below)
          ? mergeTwo(below, value, depth + 1)
          : below
        : value;
    // `merged.__proto__ = …` would be lost silently.
    Object.defineProperty(merged, key, { value: together, enumerable: true, writable: true, configurable: true });
  }
  return merged;
};

const expandNames = (layer: SettingsLayer): SettingsLayer => {
  const { network } = layer;
  if (typeof network === 'string' && Object.hasOwn(NETWORK_PRESETS, network))
    return { ...layer, network: NETWORK_PRESETS[network] };
  if (!isRecord(network) || typeof network.auxiliaryHeads !== 'string') return layer;
  return { ...layer, network: { ...network, auxiliaryHeads: namesIn(network.auxiliaryHeads) } };
};

const namesIn = (text: string): readonly string[] => {
  if (text === 'all') return auxiliaryHeads();
  return text.split(',').filter((name) => name !== '');
};

/** Changes as a user writes them after `--set`, all that is wrong with their form in one error. */
export const parseChanges = (texts: readonly string[]): readonly SettingsLayer[] => {
  const problems = texts.flatMap((text) => problemOfChange(text) ?? []);
  if (problems.length > 0) throw new InvalidInput('setting', NOT_SHOWN, problems.join('; '));
  return texts.map(readChange);
};

/** `key.key=value`; the value is JSON, or else a text. */
export const parseChange = (text: string): SettingsLayer => parseChanges([text])[0];

/** Dotted names, as after `--set`, become nested objects; what is nested already stays. */
export const nestSettings = (given: SettingsLayer): SettingsLayer =>
  mergeLayers(Object.entries(given).map(([path, value]) => nestOne(path, value)));

const nestOne = (path: string, value: unknown): SettingsLayer =>
  path
    .split('.')
    .toReversed()
    .reduce<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value) as SettingsLayer;

const CHANGE = /^([A-Za-z]\w*(?:\.[A-Za-z][\w-]*)*)=(.*)$/s;

const problemOfChange = (text: string): string | null => {
  const [, path, value] = CHANGE.exec(text) ?? [];
  if (path === undefined) return `${JSON.stringify(text)} is not key=value, as in selfPlay.search.simulations=64`;
  const isOld = Object.hasOwn(OLD_NAMES, path) && OLD_NAMES[path] !== path && !isRecord(readValue(value));
  return isOld ? `${path} is called ${OLD_NAMES[path]} now` : null;
};

const readChange = (text: string): SettingsLayer => {
  const [, path, value] = CHANGE.exec(text)!;
  return nestOne(path, readValue(value));
};

const readValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** From what people write to checked settings: layers over each other, names for whole parts, all problems in one error. */
import { check, InvalidInput, isRecord, problemsOf } from '../../env/index.ts';
import { auxiliaryHeads, headsOf, NETWORK_PRESETS, NETWORK_SCHEMA } from '../../models/index.ts';
import { OLD_NAMES } from './old-settings.ts';
import { TRAIN_PRESETS } from './presets.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Some settings, nested as in `Settings`. A network may be named (`small`), and its auxiliary heads given as a text (`all`, `a,b`). */
export type SettingsLayer = Readonly<Record<string, unknown>>;

/** The defaults, changed by each layer in turn. */
export const makeSettings = (...layers: readonly SettingsLayer[]): Settings => {
  const given = mergeLayers(layers);
  const merged = mergeTwo({ network: NETWORK_PRESETS.small }, given);
  const network =
    problemsOf(NETWORK_SCHEMA, merged.network).length === 0 ? check(NETWORK_SCHEMA, merged.network, 'network') : null;
  const schema = settingsSchema(headsOf(network ?? NETWORK_PRESETS.small));
  const problems = problemsOf(schema, merged).map((problem) =>
    typeof merged.network === 'string' && problem.startsWith('network ')
      ? `network must be one of ${Object.keys(NETWORK_PRESETS).join(', ')}, or an object`
      : problem,
  );
  // Without a valid network its heads are unknown, so problems with their settings would mislead.
  const shown =
    network === null ? problems.filter((problem) => !/^(targets|learner\.lossWeights)\b/.test(problem)) : problems;
  if (shown.length > 0) throw new InvalidInput('training settings', given, shown.join('; '));
  return check(schema, merged, 'training settings');
};

/** The settings that a preset changes; refuses other names in a sentence. */
export const presetLayer = (name: string): SettingsLayer => {
  if (Object.hasOwn(TRAIN_PRESETS, name)) return TRAIN_PRESETS[name];
  throw new InvalidInput('preset', name, `expected ${Object.keys(TRAIN_PRESETS).join(', ')}`);
};

/** Later layers win, setting by setting; lists are replaced as a whole. */
export const mergeLayers = (layers: readonly SettingsLayer[]): SettingsLayer =>
  layers.map(expandNames).reduce(mergeTwo, {});

const mergeTwo = (under: SettingsLayer, over: SettingsLayer): SettingsLayer => {
  const merged: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = Object.hasOwn(merged, key) ? merged[key] : undefined;
    const together = isRecord(below) && isRecord(value) ? mergeTwo(below, value) : value;
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

/** `key.key=value` as a user writes it after `--set`; the value is JSON, or else a text. */
export const parseChange = (text: string): SettingsLayer => {
  const [, path, value] = /^([A-Za-z]\w*(?:\.[A-Za-z][\w-]*)*)=(.*)$/s.exec(text) ?? [];
  if (path === undefined)
    throw new InvalidInput('setting', text, 'expected key=value, as in selfPlay.search.simulations=64');
  const given = readValue(value);
  if (Object.hasOwn(OLD_NAMES, path) && OLD_NAMES[path] !== path && !isRecord(given))
    throw new InvalidInput('setting', text, `${path} is called ${OLD_NAMES[path]} now`);
  return path
    .split('.')
    .toReversed()
    .reduce<unknown>((inner, key) => Object.fromEntries([[key, inner]]), given) as SettingsLayer;
};

const readValue = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

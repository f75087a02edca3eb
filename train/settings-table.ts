/** The settings of a run as Markdown, with every preset beside the default: what `docs/training.md` holds. */
import { TRAIN_PRESETS, TRAIN_SETTINGS, type TrainKey } from './config.ts';

export const settingsTable = (): string => {
  const presets = Object.keys(TRAIN_PRESETS);
  const rows = (Object.keys(TRAIN_SETTINGS) as TrainKey[]).map((key) => {
    const setting = TRAIN_SETTINGS[key];
    const own = presets.map((preset) => String(TRAIN_PRESETS[preset][key] ?? ''));
    return `| ${[`\`${key}\``, String(setting.default), ...own, setting.why].join(' | ')} |`;
  });
  const head = ['setting', 'default', ...presets, 'why'];
  return [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows].join('\n');
};

/** `--device NAME`, on every command that computes networks. */
import type { Command } from 'commander';
import type { EngineOptions } from '../models/node/index.ts';
import type { SettingsLayer } from '../train/index.ts';

export type DeviceOption = { readonly device?: string };

export const withDeviceOption = (command: Command): Command =>
  command.option(
    '--device <name>',
    'where onnxruntime runs networks: cpu, or another of its execution providers, such as cuda (untried; docs/networks.md)',
  );

/** The same as settings of a run. */
export const deviceLayer = ({ device }: DeviceOption): SettingsLayer =>
  device === undefined ? {} : { evaluator: { device }, learner: { device } };

export const engineOf = ({ device }: DeviceOption): EngineOptions => (device === undefined ? {} : { device });

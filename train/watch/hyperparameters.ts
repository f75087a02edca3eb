/**
 * Settings as TensorBoard's HParams plug-in expects them (tensorboard/plugins/hparams, `plugin_data.proto`, version 0): a summary
 * without a value whose metadata hold a `SessionStartInfo`.
 */
import type { FlatSettings, Setting } from '../experiment/flatten-settings.ts';
import { bytesField, doubleField, floatField, intField, message, textField } from './wire.ts';

const TAG = '_hparams_/session_start_info';
const PLUGIN = 'hparams';

/** The `Summary.Value` that begins a session. */
export const sessionStart = (settings: FlatSettings, wallTimeSeconds: number): Uint8Array => {
  const entries = Object.entries(settings).map(([name, value]) =>
    bytesField(1, message(textField(1, name), bytesField(2, valueProto(value)))),
  );
  const info = message(...entries, doubleField(5, wallTimeSeconds));
  const plugin = message(textField(1, PLUGIN), bytesField(2, message(bytesField(3, info))));
  const metadata = message(bytesField(1, plugin));
  return message(textField(1, TAG), bytesField(8, NO_VALUE), bytesField(9, metadata));
};

/** A `TensorProto` of one 0: the plug-in does not look at it, but a summary must have something. */
const NO_VALUE = message(
  intField(1, 1), // DT_FLOAT
  bytesField(2, message(bytesField(2, message(intField(1, 1))))), // shape [1]
  floatField(5, 0),
);

/** A `google.protobuf.Value`. */
const valueProto = (value: Setting): Uint8Array => {
  switch (typeof value) {
    case 'number':
      return message(doubleField(2, value));
    case 'string':
      return message(textField(3, value));
    case 'boolean':
      return message(intField(4, value ? 1 : 0));
    default:
      return message(intField(1, 0));
  }
};

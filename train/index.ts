/** The public face of `train`: self-play, replay, the main loop and its folder. Needs Node. */
export * from './config.ts';
export * from './files/atomic-file.ts';
export * from './files/run-lock.ts';
export * from './files/shard-file.ts';
export * from './gather-shards.ts';
export * from './loop.ts';
export * from './replay-window.ts';
export * from './run-folder.ts';
export * from './samples.ts';
export * from './self-play.ts';
export * from './settings-table.ts';
export * from './watch/event-file.ts';
export * from './watch/metrics.ts';

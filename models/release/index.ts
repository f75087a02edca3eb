/** Released models: what front ends load. Runs in Node and in browsers and needs no engine. */
export * from './fetch-release.ts';
export * from './load-release.ts';
export * from './manifest.ts';
export * from './selfcheck.ts';

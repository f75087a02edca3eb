/** Released models: what front ends load. Runs in Node and in browsers and needs no engine. */
export { type FetchOptions, fetchRelease } from './fetch-release.ts';
export { loadRelease, type ReadReleaseFile, type Release } from './load-release.ts';
export {
  CARD_FILE,
  formatManifest,
  GRAPH_FILE,
  MANIFEST_FILE,
  ONNX_FILE,
  PRECISIONS,
  type Precision,
  type Provenance,
  parseManifest,
  RELEASE_FILES,
  RELEASE_FORMAT,
  RELEASE_VERSION,
  type ReleaseFile,
  type ReleaseManifest,
  SELFCHECK_FILE,
  type StrengthRow,
  WEIGHTS_FILE,
} from './manifest.ts';
export {
  batchOf,
  type CheckedPosition,
  parseSelfcheck,
  type RawExample,
  replaySelfcheck,
  SELFCHECK_FORMAT,
  SELFCHECK_VERSION,
  type Selfcheck,
  type SelfcheckResult,
} from './selfcheck.ts';
export { PAGE_RELEASE, SHIPPED, SHIPPED_RELEASE } from './shipped.ts';

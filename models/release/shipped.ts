/** What stands for the network that comes with the package wherever the path of a network may be given. */
export const SHIPPED = 'shipped';

/** The released network that this stands for: the strongest. */
export const SHIPPED_RELEASE = 'large-1';
/** The one for pages: a smaller one, for which wasm takes half as long. */
export const PAGE_RELEASE = 'standard-1';

/** The class that means: unknown, nothing to learn. */
export const UNKNOWN_CLASS = 255;

/** The class that says: unknown, nothing to learn. */
export const UNKNOWN_CLASS = 255;

/** The engine counts in whole seconds: a moment is rounded down, */
export const seconds = (ms: number): number => Math.floor(ms / 1000);
/** and a limit that must not be passed is rounded up. */
export const upToSeconds = (ms: number): number => Math.ceil(ms / 1000);

import { setFlagsFromString } from 'node:v8';

/**
 * V8 lets the heap grow to up to four times of what it last found in use before it looks again. Three times takes no more processor time, and a fifth
 * less memory during imports (docs/concepts/performance-measurements.md). To be called when the service runs: compiled code that is kept, that of Node.js
 * too, holds for the flags it was compiled with.
 */
export const limitHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=200');

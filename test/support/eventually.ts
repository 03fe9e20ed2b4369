import { vi } from 'vitest';

/** Waits until an assertion holds. Generous: a busy machine is no reason to fail. */
export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 20 });

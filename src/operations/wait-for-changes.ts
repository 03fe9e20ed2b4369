import { ANY_TENANT } from '../storage/change-log.ts';
import type { Deps } from './deps.ts';

/** Resolves when any tenant's data change, or after the time. */
export const waitForChanges = (
  deps: Deps,
  ms: number,
  signal: AbortSignal,
): { rung: Promise<void>; cancel: () => void } => deps.bell.wait(ANY_TENANT, ms, signal);

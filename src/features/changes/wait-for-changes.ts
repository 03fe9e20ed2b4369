import type { Deps } from '../../deps.ts';
import { ANY_TENANT } from '../../records/storage/change-log.ts';

/** Resolves when any tenant's data change, or after the time. */
export const waitForChanges = (
  deps: Deps,
  ms: number,
  signal: AbortSignal,
): { rung: Promise<void>; cancel: () => void } => deps.bell.wait(ANY_TENANT, ms, signal);

import type { OpenTask } from './actions.ts';
import type { Appointment } from './board-store.ts';

/** The task of an appointment; undefined for an absence, a meeting or a block. */
export function taskOf({ sourceApp, sourceType, jobNo, taskNo }: Appointment): OpenTask | undefined {
  if (sourceApp === null || sourceType === null || jobNo === null || taskNo === null) return undefined;
  return { sourceApp, sourceType, jobNo, taskNo };
}

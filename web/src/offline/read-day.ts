import { ApiError, api } from '../api/client.ts';
import type { Day } from './action.ts';
import { loadSheet, saveSheet } from './store.ts';

/** The visits of some days, either fresh from the service or the last stored ones. */
export interface ReadDay {
  readonly day: Day;
  readonly asOf: number;
  readonly isKept: boolean;
}

const LATEST = 'my day';
const KNOWN = 'my day, known';

/** Reads from the service; offline, what was read last. */
export async function readDay(owner: string): Promise<ReadDay> {
  try {
    const read = { day: await api.get('/myDay', {}), asOf: Date.now() };
    await saveSheet(owner, LATEST, read);
    return { ...read, isKept: false };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    const seen = (await loadSheet(owner, LATEST)) as Omit<ReadDay, 'isKept'> | undefined;
    if (!seen) throw error;
    return { ...seen, isKept: true };
  }
}

/** The plan as the worker knows it: changes since are shown. */
export const loadKnownDay = async (owner: string): Promise<Day | undefined> =>
  (await loadSheet(owner, KNOWN)) as Day | undefined;
export const saveKnownDay = (owner: string, day: Day): Promise<void> => saveSheet(owner, KNOWN, day);

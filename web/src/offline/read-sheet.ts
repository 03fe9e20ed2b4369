import { ApiError, api } from '../api/client.ts';
import type { Timesheet } from './action.ts';
import type { Days } from './merge.ts';
import { loadSheet, saveSheet } from './store.ts';

/** A timesheet, either fresh from the service or the last stored one. */
export interface ReadSheet {
  readonly sheet: Timesheet;
  readonly asOf: number;
  readonly isKept: boolean;
}

const LATEST = 'latest';

/** Reads from the service; offline, the last stored timesheet of these days, else of any days. */
export async function readSheet(owner: string, resourceNo: string, days: Days): Promise<ReadSheet> {
  const name = (what: string): string => `${resourceNo} ${what}`;
  try {
    const sheet = await api.get('/timesheet', { query: { resourceNo, ...days } });
    const read = { sheet, asOf: Date.now() };
    await Promise.all([saveSheet(owner, name(days.start), read), saveSheet(owner, name(LATEST), read)]);
    return { ...read, isKept: false };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw error;
    const seen = (await loadSheet(owner, name(days.start))) as Omit<ReadSheet, 'isKept'> | undefined;
    if (seen) return { ...seen, isKept: true };
    const latest = (await loadSheet(owner, name(LATEST))) as Omit<ReadSheet, 'isKept'> | undefined;
    if (!latest) throw error;
    // Days that were never read: only tasks, timer and time zone are known.
    const sheet = { ...latest.sheet, entries: [], sessions: [], days: [], appointments: [] };
    return { sheet, asOf: latest.asOf, isKept: true };
  }
}

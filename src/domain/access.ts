import { allows, type Permission } from './permissions.ts';
import type { EntryStatus } from './time-entry.ts';

/** Parts of the product that a tenant can do without. */
export const modules = ['basicMap', 'timeRegistration', 'recommendation', 'optimization'] as const;
export type Module = (typeof modules)[number];

/** Modules whose behaviour may still change between releases. */
export const previewModules: readonly Module[] = ['timeRegistration', 'recommendation'];

/** What registered time is to a caller. */
export type TimeRole = 'none' | 'worker' | 'approver' | 'backOffice';

interface TimeRights {
  /** Whose time is read and written. */
  readonly reach: 'none' | 'own' | 'all';
  /** The statuses that an entry may be moved from and to, within the transition table. */
  readonly from: readonly EntryStatus[];
  readonly to: readonly EntryStatus[];
  /** The statuses in which an entry may be deleted. */
  readonly deletes: readonly EntryStatus[];
}

const EVERY: readonly EntryStatus[] = [0, 1, 2, 3, 4, 5];

/** All rights on registered time. */
export const timeRights: Readonly<Record<TimeRole, TimeRights>> = {
  none: { reach: 'none', from: [], to: [], deletes: [] },
  worker: { reach: 'own', from: [0, 3, 5], to: [0, 1], deletes: [0, 3] },
  approver: { reach: 'all', from: EVERY, to: EVERY, deletes: EVERY },
  backOffice: { reach: 'all', from: EVERY, to: EVERY, deletes: EVERY },
};

export function timeRoleOf(held: readonly Permission[]): TimeRole {
  if (allows(held, 'time.approve')) return 'approver';
  if (allows(held, 'time.connector')) return 'backOffice';
  return allows(held, 'time.own') ? 'worker' : 'none';
}

export const mayMoveEntry = (role: TimeRole, from: EntryStatus, to: EntryStatus): boolean =>
  from === to || (timeRights[role].from.includes(from) && timeRights[role].to.includes(to));

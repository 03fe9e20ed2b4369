import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { present } from '../../records/reading/present.ts';
import { recordsByIds, type StoredRecord } from '../../records/storage/record-reads.ts';
import { sessionIdsOfEntries } from './time-claim-store.ts';
import { OVERLAPS, zonesOfResources } from './time-store.ts';

type Shown = Record<string, unknown>;
export type ShowTime = (record: StoredRecord) => Shown;

/** The names that the interface gives the ids, and what a read adds to the stored columns. */
export const timeRecords = {
  TimeEntry: { idName: 'timeEntryId', further: {} },
  TimeSession: { idName: 'timeSessionId', further: { overlaps: OVERLAPS } },
} as const;

/** How records of registered time are shown: their moments on the clock of the resource, those of the record itself on the tenant's. */
export async function showerOf(db: Session, caller: Caller, name: keyof typeof timeRecords): Promise<ShowTime> {
  const model = modelNamed(name);
  const { idName, further } = timeRecords[name];
  const zones = new Map(
    (await zonesOfResources(db, caller.tenantId)).map(({ resourceNo, timeZone }) => [resourceNo, timeZone]),
  );
  return (record) => {
    const shown: Shown = {
      [idName]: record.id,
      ...present(model, record, { timeZone: zones.get(String(record['resourceNo'])) ?? caller.timeZone }),
      createdAt: formatInstant(caller.timeZone, record['createdAt'] as number),
      updatedAt: formatInstant(caller.timeZone, record['updatedAt'] as number),
    };
    for (const property of Object.keys(further)) shown[property] = record[property];
    return shown;
  };
}

export async function sessionsShown(db: Session, caller: Caller, ids: readonly number[]): Promise<Shown[]> {
  const found = await recordsByIds(
    db,
    caller.tenantId,
    modelNamed('TimeSession'),
    ids,
    timeRecords.TimeSession.further,
  );
  const show = await showerOf(db, caller, 'TimeSession');
  return [...found.values()]
    .sort((a, b) => (a['startedAt'] as number) - (b['startedAt'] as number) || a.id - b.id)
    .map(show);
}

/** Entries, each with the sessions claimed into it. */
export async function entriesWithSessions(db: Session, caller: Caller, ids: readonly number[]): Promise<Shown[]> {
  if (ids.length === 0) return [];
  const claimed = await sessionIdsOfEntries(db, caller.tenantId, ids);
  const sessions = await sessionsShown(
    db,
    caller,
    claimed.map(({ id }) => id),
  );
  const show = await showerOf(db, caller, 'TimeEntry');
  const entries = await recordsByIds(db, caller.tenantId, modelNamed('TimeEntry'), ids);
  return [...entries.values()]
    .sort((a, b) => a.id - b.id)
    .map((entry) => ({ ...show(entry), sessions: sessions.filter((each) => each['timeEntryId'] === entry.id) }));
}

import { foldKey } from '../../domain/natural-key.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { recordsByIds } from '../../records/storage/record-reads.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import {
  type AppointmentPart,
  assignmentsOf,
  containersOf,
  fieldValuesOf,
  notificationsOf,
  urisOf,
} from '../appointments/appointment-store.ts';
import { type AnnouncedAttachment, attachmentsToSend } from '../attachments/announced-attachments.ts';
import type { AppointmentFacts } from './appointment-body.ts';
import { looksToSend, partsGone, resourcesToSend, tasksToSend, tombstonesOf } from './fan-out-store.ts';

type Document = Readonly<Record<string, unknown>>;

interface Loaded {
  readonly records: ReadonlyMap<number, Document>;
  readonly staff: Grouped<string>;
  readonly fieldValues: Grouped<Document>;
  readonly uris: Grouped<Document>;
  readonly containers: Grouped<Document>;
  readonly notifications: Grouped<Document>;
  readonly attachments: Grouped<AnnouncedAttachment>;
}

/** Lists by the id of their appointment. */
class Grouped<T> {
  readonly #lists = new Map<number, T[]>();

  add(owner: number, value: T): void {
    const list = this.#lists.get(owner);
    if (list) list.push(value);
    else this.#lists.set(owner, [value]);
  }

  of(owner: number): readonly T[] {
    return this.#lists.get(owner) ?? [];
  }

  static parts(rows: readonly AppointmentPart[]): Grouped<Document> {
    const grouped = new Grouped<Document>();
    for (const { owner, ...row } of rows) grouped.add(owner, row);
    return grouped;
  }
}

/**
 * Appointments as they are now, or from the log if they were deleted, with everything that is delivered: a fixed number
 * of statements, whatever their number.
 */
export async function gatherFacts(
  tx: Session,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, AppointmentFacts>> {
  const loaded = await load(tx, tenantId, ids);
  const records = [...loaded.records];
  const taskOf = (record: Document): string =>
    (record['taskNo'] ?? null) === null ? '' : recordKey(taskKey.map((property) => record[property]));
  const nameOf = (record: Document, property: string): string =>
    typeof record[property] === 'string' ? foldKey([record[property]]) : '';
  const distinct = (keys: readonly string[]): string[] => [...new Set(keys)].filter((key) => key !== '');
  const keysOf = (of: (record: Document) => string): string[] => distinct(records.map(([, record]) => of(record)));
  const staff = distinct(records.flatMap(([id]) => loaded.staff.of(id).map((no) => foldKey([no]))));
  const tasks = new Map((await tasksToSend(tx, tenantId, keysOf(taskOf))).map((task) => [task.key, task]));
  const resources = new Map((await resourcesToSend(tx, tenantId, staff)).map((each) => [each.key, each]));
  const looks = new Map(
    (
      await looksToSend(
        tx,
        tenantId,
        keysOf((record) => nameOf(record, 'category')),
        keysOf((record) => nameOf(record, 'timeMarker')),
      )
    ).map((each) => [`${each.kind}|${each.key}`, each]),
  );
  return new Map(
    records.map(([id, record]) => [
      id,
      {
        id,
        record,
        task: tasks.get(taskOf(record)),
        category: looks.get(`category|${nameOf(record, 'category')}`),
        timeMarker: looks.get(`timeMarker|${nameOf(record, 'timeMarker')}`),
        resources: loaded.staff.of(id).map((resourceNo) => resources.get(foldKey([resourceNo])) ?? { resourceNo }),
        fieldValues: loaded.fieldValues.of(id),
        uris: loaded.uris.of(id),
        containers: loaded.containers.of(id),
        notifications: loaded.notifications.of(id),
        attachments: loaded.attachments.of(id),
      },
    ]),
  );
}

async function load(tx: Session, tenantId: number, ids: readonly number[]): Promise<Loaded> {
  const records = new Map<number, Document>(await recordsByIds(tx, tenantId, modelNamed('Appointment'), ids));
  const staff = new Grouped<string>();
  for (const { appointmentId, resourceNo } of await assignmentsOf(tx, tenantId, ids))
    staff.add(appointmentId, resourceNo);
  const attachments = new Grouped<AnnouncedAttachment>();
  for (const each of await attachmentsToSend(tx, tenantId, ids)) attachments.add(each.owner, each);
  const loaded = {
    records,
    staff,
    fieldValues: Grouped.parts(await fieldValuesOf(tx, tenantId, ids)),
    uris: Grouped.parts(await urisOf(tx, tenantId, ids)),
    containers: Grouped.parts(await containersOf(tx, tenantId, ids)),
    notifications: Grouped.parts(await notificationsOf(tx, tenantId, ids)),
    attachments,
  };
  const missing = ids.filter((id) => !records.has(id));
  if (missing.length > 0) await remember(tx, tenantId, missing, records, loaded);
  return loaded;
}

/** What went in the same write as the appointment belonged to it until then. */
async function remember(
  tx: Session,
  tenantId: number,
  ids: readonly number[],
  records: Map<number, Document>,
  { staff, fieldValues, uris, containers }: Omit<Loaded, 'records'>,
): Promise<void> {
  const tombstones = await tombstonesOf(tx, tenantId, 'Appointment', ids);
  const byNumber = new Map(tombstones.map(({ id, record }) => [record['appointmentNo'], id]));
  for (const { id, record } of tombstones) records.set(id, record);
  const parts = await partsGone(tx, tenantId, [...new Set(tombstones.map(({ changeNo }) => changeNo))]);
  const lists: Readonly<Record<string, Grouped<Document>>> = {
    AppointmentFieldValue: fieldValues,
    AppointmentUri: uris,
    AppointmentContainer: containers,
  };
  for (const { entity, record } of parts) {
    const owner = byNumber.get(record['appointmentNo']);
    if (owner === undefined) continue;
    if (entity === 'Assignment') staff.add(owner, String(record['resourceNo']));
    else lists[entity]?.add(owner, record);
  }
}

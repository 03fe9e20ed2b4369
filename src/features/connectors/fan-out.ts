import { foldKeyPart } from '../../domain/natural-key.ts';
import { type CrudAction, wants } from '../../domain/outbound.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { pascal } from '../../records/entities/kit.ts';
import { present } from '../../records/reading/present.ts';
import { recordsByIds } from '../../records/storage/record-reads.ts';
import { appointmentBody } from './appointment-body.ts';
import { insertDeliveries, type NewDelivery } from './delivery-store.ts';
import {
  endOfPortion,
  movePosition,
  type TenantBehind,
  type Touched,
  takePosition,
  tenantsBehind,
  tombstonesOf,
  touchedBetween,
} from './fan-out-store.ts';
import { gatherFacts } from './gather-facts.ts';
import { alignReceivers, enabledReceivers, type Receiver } from './receiver-store.ts';

/** Changes that are read in one transaction; a write is never split. */
const CHANGES = 2000;
/** Appointments that are read and stored by one set of statements. */
const RECORDS = 500;

/**
 * Makes deliveries of new changes, a portion of each tenant. The deliveries and the new position in the log are one transaction:
 * after any crash, each receiver gets exactly one delivery for each record of each write. Returns whether all is done.
 */
export async function fanOut(deps: HasDatabase & HasStatistics, stopping: AbortSignal): Promise<boolean> {
  let isDone = true;
  for (const tenant of await tenantsBehind(deps.db)) {
    if (stopping.aborted) return true;
    isDone = (await portion(deps, tenant)) && isDone;
  }
  return isDone;
}

async function portion(deps: HasDatabase & HasStatistics, tenant: TenantBehind): Promise<boolean> {
  let made = 0;
  const isDone = await deps.db.transaction(async (tx) => {
    const position = await takePosition(tx, tenant.id);
    await alignReceivers(tx, tenant.id);
    const receivers = await enabledReceivers(tx, tenant.id);
    // Changes without a receiver are skipped.
    const from = Math.max(position, Math.min(...receivers.map(({ sinceNo }) => sinceNo)));
    if (receivers.length === 0) return { commit: false, value: true };
    const till = await endOfPortion(tx, tenant.id, from, CHANGES);
    const touched = await touchedBetween(tx, tenant.id, from, till);
    for (let at = 0; at < touched.length; at += RECORDS)
      made += await makeDeliveries(tx, tenant, receivers, touched.slice(at, at + RECORDS));
    if (till > position) await movePosition(tx, tenant.id, till);
    return { commit: true, value: till === from };
  });
  deps.statistics.grew('delivery', made, ['tenant_id', 'receiver_id', 'status', 'no', 'record_id', 'next_at']);
  return isDone;
}

interface ChangedRecord {
  readonly touched: Touched;
  readonly action: CrudAction;
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
  readonly body: string;
}

/** Returns the number of deliveries that it made. */
async function makeDeliveries(
  tx: Transaction,
  tenant: TenantBehind,
  receivers: readonly Receiver[],
  touched: readonly Touched[],
): Promise<number> {
  // A record that was created and deleted by one write is not delivered.
  const seen = touched.filter(({ created, deleted }) => !(created && deleted));
  const records = [...(await appointments(tx, tenant, seen)), ...(await timeEntries(tx, tenant, seen))];
  const order = new Map(seen.map((each, at) => [each, at]));
  records.sort((a, b) => (order.get(a.touched) ?? 0) - (order.get(b.touched) ?? 0));
  const deliveries = records.flatMap((each, body): NewDelivery[] =>
    receivers
      .filter((receiver) => concerns(receiver, each))
      .map(({ id }) => ({
        receiverId: id,
        entity: each.touched.entity,
        recordId: each.touched.id,
        changeNo: each.touched.changeNo,
        action: each.action,
        sourceApp: each.sourceApp,
        body,
      })),
  );
  await insertDeliveries(
    tx,
    tenant.id,
    deliveries,
    records.map(({ body }) => body),
  );
  return deliveries.length;
}

const EVENTS: Readonly<Record<string, CrudAction>> = {
  AppointmentCreated: 'I',
  AppointmentUpdated: 'U',
  AppointmentDeleted: 'D',
};

/** Whether a receiver gets the change. Webhooks are for one kind of change of appointments; kinds of change do not narrow what time is released. */
function concerns(receiver: Receiver, { touched, action, sourceApp, sourceType }: ChangedRecord): boolean {
  const same = (own: string | null, other: string | null): boolean =>
    own === null || own === '' || foldKeyPart(own) === foldKeyPart(other ?? '');
  if (touched.changeNo <= receiver.sinceNo) return false;
  if (!same(receiver.sourceApp, sourceApp) || !same(receiver.sourceType, sourceType)) return false;
  if (touched.entity === 'TimeEntry') return receiver.connectorId !== null;
  // An appointment without a task is the planner's own: no back office knows it.
  if (receiver.connectorId !== null && sourceApp === null) return false;
  return receiver.event === null ? wants(receiver.crudTypes, action) : EVENTS[receiver.event] === action;
}

const actionOf = ({ created, deleted }: Touched): CrudAction => (deleted ? 'D' : created ? 'I' : 'U');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

async function appointments(tx: Transaction, tenant: TenantBehind, all: readonly Touched[]): Promise<ChangedRecord[]> {
  const touched = all.filter(({ entity }) => entity === 'Appointment');
  if (touched.length === 0) return [];
  const facts = await gatherFacts(tx, tenant.id, [...new Set(touched.map(({ id }) => id))]);
  return touched.flatMap((each): ChangedRecord[] => {
    const known = facts.get(each.id);
    if (!known) return [];
    const action = actionOf(each);
    return [
      {
        touched: each,
        action,
        sourceApp: textOrNull(known.record['sourceApp']),
        sourceType: textOrNull(known.record['sourceType']),
        body: appointmentBody(known, { ...each, action }, tenant.timeZone),
      },
    ];
  });
}

/** The entry as reads show it, in the spelling of the back office. */
async function timeEntries(tx: Transaction, tenant: TenantBehind, all: readonly Touched[]): Promise<ChangedRecord[]> {
  const touched = all.filter(({ entity }) => entity === 'TimeEntry');
  if (touched.length === 0) return [];
  const model = modelNamed('TimeEntry');
  const ids = [...new Set(touched.map(({ id }) => id))];
  const found = await recordsByIds(tx, tenant.id, model, ids);
  const missing = ids.filter((id) => !found.has(id));
  const gone = missing.length === 0 ? [] : await tombstonesOf(tx, tenant.id, 'TimeEntry', missing);
  const shown = new Map<number, Readonly<Record<string, unknown>>>([
    ...[...found].map(([id, record]) => [id, present(model, record, tenant)] as const),
    ...gone.map(({ id, record }) => [id, { id, ...record }] as const),
  ]);
  return touched.flatMap((each): ChangedRecord[] => {
    const record = shown.get(each.id);
    if (!record) return [];
    const { id, ...rest } = record;
    const action = actionOf(each);
    const fields = Object.entries(rest).map(([property, value]) => [pascal(property), value]);
    return [
      {
        touched: each,
        action,
        sourceApp: textOrNull(record['sourceApp']),
        sourceType: textOrNull(record['sourceType']),
        body: JSON.stringify({
          Entity: 'TimeEntry',
          DatabaseAction: action,
          SentFromBackOffice: each.fromBackOffice,
          ChangeNumber: each.changeNo,
          TimeEntryId: id,
          ...Object.fromEntries(fields),
        }),
      },
    ];
  });
}

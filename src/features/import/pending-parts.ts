import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { kindOf } from '../../records/reading/pending-list.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import type { PendingPartsQuery } from './contract.ts';
import { deletePendingPart, type PendingPartRow, pendingPartsOf } from './pending-part-store.ts';

/** GET /pendingPart: the parts of all kinds that wait for their record. */
export async function listPendingParts(
  { db }: HasDatabase,
  caller: Caller,
  { entity, ...page }: PendingPartsQuery,
): Promise<{ total: number; parts: ReturnType<typeof shown>[] }> {
  refuseFiltered(caller, 'Pending parts');
  const query = { entity: entity ?? null, ...rowsOf(page) };
  const { total, parts } = await pendingPartsOf(db, caller.tenantId, caller.sourceApps, query);
  return { total, parts: parts.map((part) => shown(part, caller)) };
}

/** DELETE /pendingPart/{id}: the part will not be stored when its record arrives. */
export async function removePendingPart({ db }: HasDatabase, caller: Caller, id: string) {
  refuseFiltered(caller, 'Pending parts');
  const gone = /^\d{1,15}$/.test(id)
    ? await deletePendingPart(db, caller.tenantId, caller.sourceApps, Number(id))
    : undefined;
  if (!gone) throw refuse('APP001', `No part with the id ${id.slice(0, 50)} waits for its record.`);
  return shown(gone, caller);
}

function shown(part: PendingPartRow, { timeZone }: Caller) {
  const { id, entity, fields, createdBy } = part;
  const model = modelNamed(entity);
  const waitsFor = kindOf(part.waitsFor);
  const by = model.references.find(({ target }) => target.name === waitsFor)?.reference.by ?? [];
  const spelled = (properties: readonly string[]): string =>
    properties.flatMap((property) => (fields[property] === undefined ? [] : [fields[property]])).join('/');
  const at = (instant: number): string => formatInstant(timeZone, instant);
  return {
    id,
    entity,
    route: `/${model.entity.route}`,
    waitsFor,
    record: spelled(waitsFor === 'Appointment' ? ['appointmentGuid'] : by),
    fields,
    createdAt: at(part.createdAt),
    createdBy,
    updatedAt: at(part.updatedAt),
    expiresAt: at(part.expiresAt),
  };
}

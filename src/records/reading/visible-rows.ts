import { createHash } from 'node:crypto';
import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { model as modelNamed } from '../derive/model.ts';
import { type Bind, type Viewer, visibleCondition } from './visibility.ts';

/** Who reads, and what of the tenant. */
export type Reader = Pick<Caller, 'tenantId' | 'sourceApps' | 'visibility' | 'hidesLocations'>;

/**
 * What a caller sees, for statements of features. Each answers a piece of SQL that is empty for a caller who sees everything: such a statement
 * stays as it is, and costs the same.
 */

/** A further condition of a `where`: the caller sees the row. */
export function andVisible(caller: Viewer, kind: string, alias: string, bind: Bind): string {
  const visible = visibleCondition(caller, kind, alias, bind);
  return visible ? ` and ${visible}` : '';
}

/** Whether the caller does not see the row. */
export function isHidden(caller: Viewer, kind: string, alias: string, bind: Bind): string {
  const visible = visibleCondition(caller, kind, alias, bind);
  return visible ? `not (${visible})` : 'false';
}

/** The name of a hidden appointment: the same on every read, and nobody can tell from it which one it is. */
export const keyOfHidden = (appointmentGuid: string): string =>
  createHash('sha256').update(appointmentGuid).digest().toString('base64url', 0, 12);

/** Adds values to those of a statement. */
export const binder =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** Of some records of a kind those that the caller sees. */
export async function visibleAmong(
  db: Session,
  caller: Viewer,
  kind: string,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (!caller.visibility || ids.length === 0) return new Set(ids);
  const values: unknown[] = [caller.tenantId, ids];
  const visible = andVisible(caller, kind, 't', binder(values));
  const rows = await db.query<{ id: number }>(
    `select t.id from ${modelNamed(kind).table} t where t.tenant_id = $1 and t.id = any($2)${visible}`,
    values,
  );
  return new Set(rows.map(({ id }) => id));
}

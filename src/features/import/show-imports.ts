import { refuse } from '../../domain/errors.ts';
import { isWithin } from '../../domain/permissions.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { refuseFiltered } from '../../records/whole-tenant.ts';
import { extentOf } from '../access/api-keys.ts';
import { keysOf } from '../access/key-store.ts';
import type { ImportLogQuery } from './contract.ts';
import { importById, importsOf, type NotedImport } from './import-log-store.ts';
import { mostKept, unpackPayload } from './pack-payload.ts';

export interface ShownImport extends Omit<NotedImport, 'at'> {
  readonly at: string;
}

export interface ShownWholeImport extends ShownImport {
  readonly rejected: readonly unknown[];
  readonly firstWarnings: readonly unknown[];
  readonly payload: string | null;
  /** Whether the body is longer than the kept part. */
  readonly isCut: boolean;
}

const shown = ({ at, ...rest }: NotedImport, { timeZone }: Caller): ShownImport => ({
  ...rest,
  at: formatInstant(timeZone, at),
});

/**
 * A body may contain records of any source system, so a limited key sees only its own imports. The log stores the names of keys: if another key
 * with the same name may reach more, all imports under this name stay hidden.
 */
async function onlyOwn(deps: HasDatabase, caller: Caller): Promise<string | null> {
  const { tenantId, sourceApps, actor } = caller;
  if (sourceApps === null) return null;
  const namesakes = (await keysOf(deps.db, tenantId)).filter(({ name }) => actor === `key:${name}`);
  return namesakes.every((key) => isWithin(extentOf(key), caller)) ? actor : '';
}

/** GET /import/log: the newest first. */
export async function listImports(
  deps: HasDatabase,
  caller: Caller,
  { outcome, caller: named, since, ...page }: ImportLogQuery,
): Promise<{ total: number; imports: ShownImport[] }> {
  refuseFiltered(caller, 'Imports');
  const { total, imports } = await importsOf(deps.db, caller.tenantId, {
    outcome: outcome ?? null,
    caller: named?.toLowerCase() ?? null,
    actor: await onlyOwn(deps, caller),
    since: since === undefined ? null : new Date(since).toISOString(),
    ...rowsOf(page),
  });
  return { total, imports: imports.map((each) => shown(each, caller)) };
}

/** GET /import/log/{id}: with its body and its rejected calls. */
export async function showImport(deps: HasDatabase, caller: Caller, id: string): Promise<ShownWholeImport> {
  refuseFiltered(caller, 'Imports');
  const found = /^\d{1,15}$/.test(id) ? await importById(deps.db, caller.tenantId, Number(id)) : undefined;
  const own = await onlyOwn(deps, caller);
  if (!found || (own !== null && found.actor !== own))
    throw refuse('APP001', `There is no import ${id.slice(0, 50)} in the log.`);
  const { payload, rejected, firstWarnings, ...rest } = found;
  return {
    ...shown(rest, caller),
    rejected,
    firstWarnings,
    payload: payload && (await unpackPayload(payload)),
    isCut: payload !== null && found.payloadBytes > mostKept(found.outcome),
  };
}

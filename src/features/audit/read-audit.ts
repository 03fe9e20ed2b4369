import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import { rowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { countEvents, type EventFilter, eventsBefore, eventsPage, type StoredEvent } from './audit-read-store.ts';
import type { AuditQuery } from './contract.ts';

export interface ShownEvent extends Omit<StoredEvent, 'at'>, Readonly<Record<string, unknown>> {
  readonly at: string;
}

const PORTION = 1000;

const shown = ({ at, ...rest }: StoredEvent, { timeZone }: Caller): ShownEvent => ({
  ...rest,
  at: formatInstant(timeZone, at),
});

const filterOf = ({ kind, actor, from, to, text }: AuditQuery): EventFilter => ({
  kinds: kind === undefined || kind.length === 0 ? null : kind,
  actor: actor ?? null,
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
  text: text ?? null,
});

/** GET /audit: a page of it. Events that belong to no tenant are not shown to any. */
export async function auditPage(
  deps: HasDatabase,
  caller: Caller,
  query: AuditQuery,
): Promise<{ readonly total: number; readonly events: readonly ShownEvent[] }> {
  refuseLimited(caller, 'Audit entries');
  const filter = filterOf(query);
  const events = await eventsPage(deps.db, caller.tenantId, filter, rowsOf(query));
  const total = await countEvents(deps.db, caller.tenantId, filter);
  return { total, events: events.map((event) => shown(event, caller)) };
}

/** The same, all of it, in portions. */
export async function* wholeAudit(
  deps: HasDatabase,
  caller: Caller,
  query: AuditQuery,
): AsyncGenerator<readonly ShownEvent[]> {
  refuseLimited(caller, 'Audit entries');
  const filter = filterOf(query);
  let before: number | null = null;
  for (;;) {
    const events: StoredEvent[] = await eventsBefore(deps.db, caller.tenantId, filter, before, PORTION);
    yield events.map((event) => shown(event, caller));
    if (events.length < PORTION) return;
    before = events.at(-1)?.id ?? 0;
  }
}

import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { nextPosition } from '../../domain/next-position.ts';
import type { Caller, Credential } from '../../platform/caller.ts';
import type { HasDatabase, Session } from '../../platform/postgres/database.ts';
import { changesSeen } from '../../records/reading/changes-seen.ts';
import { hiddenEntities, loggedEntities } from '../../records/reading/hidden-entities.ts';
import { presentChange, type ShownChange } from '../../records/reading/present-change.ts';
import { type ChangeQuery, changesAfter, lastChange, logBounds } from '../../records/storage/change-log.ts';
import type { HasChangeSignal } from '../../records/storage/change-signal.ts';
import type { ChangesQuery } from './contract.ts';
import { withdrawn } from './held-open.ts';
import type { HasWaitingRoom, Waiting } from './waiting.ts';

export interface ChangePage {
  readonly changes: readonly ShownChange[];
  /** Where to go on: the `after` of the next request. */
  readonly next: number;
  /** The tenant's newest change. */
  readonly last: number;
  /** The oldest change that is kept; only with `order=desc`. */
  readonly oldest?: number;
}

const USUAL_PAGE = 1000;

/** GET /changes: what happened after a number; with `wait` it waits for something to happen. */
export async function readChanges(
  deps: HasChangeSignal & HasDatabase & HasWaitingRoom,
  caller: Caller,
  { query, credential }: { readonly query: ChangesQuery; readonly credential: Credential },
  signal: AbortSignal,
): Promise<ChangePage> {
  const { after = 0, limit = USUAL_PAGE, wait } = query;
  if (query.after !== undefined) await refuseGone(deps.db, caller, after);
  const filter = changeFilter(caller, query);
  const deadline = Date.now() + wait * 1000;
  let waiting: Waiting | undefined;
  let over = signal;
  try {
    for (let from = after; ; ) {
      const remaining = deadline - Date.now();
      // Subscribed before the look, so that nothing falls between the two.
      const changeSignal = remaining > 0 ? deps.changeSignal.wait(caller.tenantId, remaining, over) : undefined;
      try {
        const last = await lastChange(deps.db, caller.tenantId);
        const { found, stoppedAt } = await changesSeen(deps.db, caller, limit, from, (beyond, most) =>
          changesAfter(deps.db, caller.tenantId, { ...filter, after: beyond, limit: most }),
        );
        // Not what happened since: who was let in before may not see it now.
        if (waiting?.ended === 'withdrawn') throw withdrawn(waiting.ended);
        if (waiting?.ended) return { changes: [], next: from, last: from };
        if (found.length > 0 || stoppedAt !== undefined || !changeSignal || over.aborted) {
          return {
            changes: found.map((change) => presentChange(change, caller)),
            next: stoppedAt ?? nextPosition(found, { after, limit, last }),
            last: Math.max(last, found.at(-1)?.no ?? 0),
          };
        }
        from = Math.max(from, last);
        if (!waiting) {
          waiting = await deps.live.wait(caller, credential);
          over = AbortSignal.any([signal, waiting.over]);
          // The earlier wait does not notice the end.
          continue;
        }
        await changeSignal.arrived;
      } finally {
        changeSignal?.cancel();
      }
    }
  } finally {
    if (waiting) deps.live.done(waiting);
  }
}

/** Which changes a reader asks for and may see. */
export const changeFilter = (
  caller: Caller,
  query: Pick<ChangesQuery, 'entity' | 'sourceApp'>,
): Pick<ChangeQuery, 'entities' | 'sourceApps'> => ({
  entities: visible(caller, entityNames(query.entity)),
  sourceApps: sourceApps(caller, query.sourceApp),
});

/** A reader that is behind the start of the log gets APP022 instead of missing changes silently. */
export async function refuseGone(
  db: Session,
  { tenantId }: Caller,
  after: number,
): Promise<{ readonly first: number; readonly last: number }> {
  const bounds = await logBounds(db, tenantId);
  const { first: oldest, last } = bounds;
  if (after >= oldest - 1) return bounds;
  throw new Refusal(
    errorDetail(
      'APP022',
      `The changes ${after + 1} to ${oldest - 1} are no longer kept; the oldest is ${oldest}.`,
      'after',
    ),
    { extra: { oldest, last } },
  );
}

function entityNames(names: readonly string[]): string[] | null {
  if (names.length === 0) return null;
  return names.map((name) => {
    const known = loggedEntities().find((each) => each.toLowerCase() === name.toLowerCase());
    if (!known) throw refuse('REQ008', `entity: there is no entity ${name.slice(0, 100)}.`, 'entity');
    return known;
  });
}

/** Who may not read users, connectors or hours does not read of their changes either. */
function visible(caller: Caller, asked: readonly string[] | null): string[] | null {
  const hidden = hiddenEntities(caller);
  const refused = asked?.find((name) => hidden.has(name));
  if (refused) throw refuse('USR004', `Changes of ${refused} need ${hidden.get(refused)}.`, 'entity');
  if (asked) return [...asked];
  return hidden.size === 0 ? null : loggedEntities().filter((name) => !hidden.has(name));
}

/** A key that is limited to some source systems sees only their changes. */
function sourceApps(caller: Caller, names: readonly string[]): string[] | null {
  const asked = names.map(foldKeyPart);
  if (!caller.sourceApps) return asked.length === 0 ? null : asked;
  return asked.length === 0 ? [...caller.sourceApps] : asked.filter((name) => caller.sourceApps?.includes(name));
}

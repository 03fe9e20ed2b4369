import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { isEditable } from '../../domain/time-entry.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { differs } from './entry-difference.ts';
import { claimedEntries, type EntryRow, releaseSessions } from './time-store.ts';

/** What sessions are claimed by: one resource, one task, one day. */
const CLAIMED_BY = ['resourceNo', 'jobNo', 'taskNo', 'date'] as const;

const isMoved = (call: Call, stored: EntryRow): boolean =>
  CLAIMED_BY.some((property) => differs(property, sentValue(call, property), stored[property]));

/** The entries among those that change what their sessions were claimed by. Sessions stay with their own resource, task and day. */
export class EntryClaims {
  readonly #moved: ReadonlySet<Call>;
  readonly #claimed: ReadonlySet<number>;
  readonly #toRelease: { readonly call: Call; readonly entry: number }[] = [];

  private constructor(moved: ReadonlySet<Call>, claimed: ReadonlySet<number>) {
    this.#moved = moved;
    this.#claimed = claimed;
  }

  static async of({ tx, caller }: WriteContext, entries: ReadonlyMap<Call, EntryRow>): Promise<EntryClaims> {
    const moved = [...entries].filter(([call, stored]) => isMoved(call, stored));
    const ids = moved.map(([, { id }]) => id);
    const found = ids.length > 0 ? await claimedEntries(tx, caller.tenantId, ids) : [];
    return new EntryClaims(new Set(moved.map(([call]) => call)), new Set(found.map(({ id }) => id)));
  }

  /** Why a call may not change the resource, task or date of an entry; where it may, it releases the sessions. */
  refusal(call: Call, { id, status }: EntryRow): ErrorDetail | undefined {
    if (!this.#claimed.has(id) || !this.#moved.has(call) || !isEditable(status)) return undefined;
    if (call.options['releaseSessions'] !== true)
      return errorDetail(
        'APP036',
        `Time entry ${id} has claimed sessions: its resource, task and date can only change with ReleaseSessions.`,
        'ReleaseSessions',
      );
    this.#toRelease.push({ call, entry: id });
    return undefined;
  }

  /** Once the entries are written: those whose call was refused on the way keep their sessions. */
  async release(context: WriteContext, back: { fromBackOffice?: boolean }): Promise<void> {
    const entries = this.#toRelease
      .filter(({ call }) => context.results[call.index]?.outcome !== 'rejected')
      .map(({ entry }) => entry);
    if (entries.length > 0) await releaseFrom(context, entries, back);
  }
}

/** Frees the sessions that entries claim, and logs it. */
export async function releaseFrom(
  context: WriteContext,
  entries: readonly number[],
  back: { fromBackOffice?: boolean },
): Promise<void> {
  const { tx, caller } = context;
  for (const released of await releaseSessions(tx, caller.tenantId, entries, caller.actor))
    context.note(modelNamed('TimeSession'), 'updated', released, String(released.id), {
      sourceApp: released.sourceApp,
      before: JSON.stringify({ timeEntryId: released.timeEntryId }),
      after: JSON.stringify({ timeEntryId: null }),
      ...back,
    });
}

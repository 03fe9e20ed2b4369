import type { Caller } from '../../platform/caller.ts';
import type { Session } from '../../platform/postgres/database.ts';
import type { StoredChange } from '../storage/change-log.ts';
import { visibleChanges } from './visible-changes.ts';

/** So many changes are looked at together, and so many times, for one page of a reader with data filters. */
const AT_ONCE = 1000;
const MOST_TIMES = 10;

export interface SeenPage {
  readonly found: readonly StoredChange[];
  /** Where the search for more stopped before the end of the log; undefined when the log has no more. Then `found` may hold less than the limit. */
  readonly stoppedAt: number | undefined;
}

/**
 * A page of the changes that the caller sees. `read` reads those beyond a number, in one direction or the other. Of a long stretch of hidden changes
 * a part is looked at, and the reader goes on behind it: a request takes a bounded number of statements.
 */
export async function changesSeen(
  db: Session,
  caller: Caller,
  limit: number,
  from: number,
  read: (beyond: number, limit: number) => Promise<StoredChange[]>,
): Promise<SeenPage> {
  if (!caller.visibility) return { found: await read(from, limit), stoppedAt: undefined };
  const found: StoredChange[] = [];
  let beyond = from;
  for (let times = 0; times < MOST_TIMES; times++) {
    const page = await read(beyond, AT_ONCE);
    found.push(...(await visibleChanges(db, caller, page)));
    if (found.length >= limit) return { found: found.slice(0, limit), stoppedAt: undefined };
    if (page.length < AT_ONCE) return { found, stoppedAt: undefined };
    beyond = page.at(-1)?.no ?? beyond;
  }
  return { found, stoppedAt: beyond };
}

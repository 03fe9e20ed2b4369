import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { requireQuota } from '../../platform/require-quota.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { hashKey } from '../access/authenticate.ts';
import { feedQuota, feedsOf, insertFeed, revokeFeed, type StoredFeed } from './calendar-feed-store.ts';
import type { FeedBody } from './contract.ts';

export interface ShownFeed {
  readonly id: number;
  readonly resourceNo: string;
  readonly name: string | null;
  readonly private: boolean;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

/** The secret is in this response only. */
export interface CreatedFeed {
  readonly secret: string;
  readonly stored: ShownFeed;
}

/** POST /calendarFeed */
export function createFeed(
  deps: HasDatabase & HasClock & HasQuotas,
  caller: Caller,
  { resourceNo, name, private: isPrivate }: FeedBody,
  guard?: Guard<CreatedFeed>,
): Promise<CreatedFeed> {
  // In hexadecimal digits: mail programs and people change the case of addresses.
  const secret = randomBytes(32).toString('hex');
  return guardedly(deps, caller, guard, async (tx) => {
    const stored = await insertFeed(tx, {
      maker: caller,
      resource: foldKey([resourceNo]),
      name: name ?? null,
      private: isPrivate,
      hash: hashKey(secret),
      createdBy: caller.actor,
    });
    if (!stored) throw refuse('APP004', `There is no resource ${resourceNo.slice(0, 60)}.`, 'resourceNo');
    await requireQuota(deps, tx, caller, 'calendarFeed', feedQuota);
    return { secret, stored: shown(stored, caller.timeZone) };
  });
}

/** GET /calendarFeed */
export const listFeeds = async (deps: HasDatabase, caller: Caller): Promise<ShownFeed[]> =>
  (await feedsOf(deps.db, caller)).map((feed) => shown(feed, caller.timeZone));

/** DELETE /calendarFeed/{id} */
export async function endFeed(deps: HasDatabase, caller: Caller, id: number): Promise<ShownFeed> {
  const feed = Number.isSafeInteger(id) ? await revokeFeed(deps.db, caller, id) : undefined;
  if (!feed) throw refuse('APP001', 'There is no such calendar feed.');
  return shown(feed, caller.timeZone);
}

function shown(feed: StoredFeed, zone: string): ShownFeed {
  const at = (instant: number | null): string | null => (instant === null ? null : formatInstant(zone, instant));
  return {
    ...feed,
    lastUsedAt: at(feed.lastUsedAt),
    revokedAt: at(feed.revokedAt),
    createdAt: formatInstant(zone, feed.createdAt),
  };
}

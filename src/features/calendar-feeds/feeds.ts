import { randomBytes } from 'node:crypto';
import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { storable } from '../../domain/values/parse.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { Body } from '../../platform/http/read-body.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import { requireQuota } from '../../platform/require-quota.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { hashKey } from '../access/authenticate.ts';
import { feedQuota, feedsOf, insertFeed, revokeFeed, type StoredFeed } from './calendar-feed-store.ts';

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

const LONGEST_NAME = 100;

/** POST /calendarFeed. The secret is in this answer and nowhere else, ever. */
export async function createFeed(
  deps: HasDatabase & HasClock & HasQuotas,
  caller: Caller,
  sent: unknown,
  guard?: Guard<{ secret: string; stored: ShownFeed }>,
): Promise<{ secret: string; stored: ShownFeed }> {
  const body = new Body(sent);
  const resourceNo = body.needText('resourceNo');
  const name = body.text('name') ?? null;
  for (const [property, text] of Object.entries({ resourceNo, name: name ?? '' }))
    if (storable(text)) throw refuse('REQ016', `${property}: the text cannot be stored.`, property);
  if (name !== null && name.length > LONGEST_NAME)
    throw refuse('REQ013', `name: at most ${LONGEST_NAME} characters.`, 'name');
  const isPrivate = body.field('private') ?? false;
  if (typeof isPrivate !== 'boolean') throw refuse('REQ014', 'private: must be true or false.', 'private');
  // In hexadecimal digits: mail programs and people change the case of addresses.
  const secret = randomBytes(32).toString('hex');
  return guardedly(deps, caller, guard, async (tx) => {
    const stored = await insertFeed(tx, {
      tenantId: caller.tenantId,
      resource: foldKey([resourceNo]),
      name,
      private: isPrivate,
      sourceApps: caller.sourceApps,
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
  (await feedsOf(deps.db, caller.tenantId, caller.sourceApps)).map((feed) => shown(feed, caller.timeZone));

/** DELETE /calendarFeed/{id} */
export async function endFeed(deps: HasDatabase, caller: Caller, id: number): Promise<ShownFeed> {
  const feed = Number.isSafeInteger(id) ? await revokeFeed(deps.db, caller.tenantId, id, caller.sourceApps) : undefined;
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

import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { ownRanges, rangesWithin, reachedKey, type ShownKey, shown } from './api-keys.ts';
import type { KeyChange } from './contract.ts';
import { isInRanges, readRanges } from './ip-ranges.ts';
import { noteKey } from './key-events.ts';
import { keysOf, setRanges } from './key-store.ts';

/** PUT /apiKey/{id}: the networks that a key may be used from. */
export const changeKey = (deps: HasDatabase, caller: Caller, sent: string, change: KeyChange): Promise<ShownKey> =>
  deps.db.write(caller.tenantId, async (tx) => {
    const id = await reachedKey({ db: tx }, caller, sent);
    const ranges = readRanges(rangesWithin(await ownRanges(tx, caller), change.ipRanges), 'ipRanges');
    if (id === caller.keyId && ranges.length > 0 && !isInRanges(caller.address ?? '', ranges))
      throw refuse(
        'REQ014',
        `ipRanges: must include ${caller.address}, the address of this request: it uses the same key.`,
        'ipRanges',
      );
    const key = await setRanges(tx, caller.tenantId, id, ranges.length > 0 ? ranges : null);
    if (!key) throw refuse('APP001', `There is no API key ${id}.`);
    const value = shown(key, caller.timeZone, await keysOf(tx, caller.tenantId));
    await noteKey(tx, caller, 'key.changed', value);
    return { commit: true, value };
  });

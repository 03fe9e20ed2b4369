import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Session, Transaction } from '../../platform/postgres/database.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import type { HasMapTiles, MapTiles } from './map-tiles.ts';
import { type HasStreetMap, type StreetMap, streetMapOf } from './street-map.ts';

interface MapSettings {
  readonly locationsForEveryone: boolean;
  readonly streets: StreetMap | null;
  readonly tiles: MapTiles | null;
}

/** GET /map/settings */
export async function showMapSettings(
  deps: HasDatabase & HasMapTiles & HasStreetMap,
  { tenantId }: Caller,
): Promise<MapSettings> {
  return {
    locationsForEveryone: await locationsForEveryone(deps.db, tenantId),
    streets: await streetMapOf(deps.streetMap),
    tiles: deps.mapTiles ?? null,
  };
}

/** PUT /map/settings */
export async function changeMapSettings(
  deps: HasDatabase & HasMapTiles & HasStreetMap,
  caller: Caller,
  { locationsForEveryone: wanted }: { readonly locationsForEveryone: boolean },
): Promise<MapSettings> {
  refuseLimited(caller, 'Settings of the map');
  await deps.db.transaction(async (tx) => {
    if (await setLocationsForEveryone(tx, caller.tenantId, wanted))
      await appendChanges(tx, caller.tenantId, caller, [
        {
          entity: 'Tenant',
          recordId: caller.tenantId,
          key: caller.tenantName,
          sourceApp: null,
          action: 'updated',
          version: 0,
          fromBackOffice: false,
          before: JSON.stringify({ locationsForEveryone: !wanted }),
          after: JSON.stringify({ locationsForEveryone: wanted }),
        },
      ]);
    return { commit: true, value: undefined };
  });
  return showMapSettings(deps, caller);
}

async function locationsForEveryone(db: Session, tenantId: number): Promise<boolean> {
  const [row] = await db.query<{ value: boolean }>('select locations_for_everyone as value from tenant where id = $1', [
    tenantId,
  ]);
  return row?.value ?? false;
}

/** Whether it was another value before. */
async function setLocationsForEveryone(tx: Transaction, tenantId: number, wanted: boolean): Promise<boolean> {
  const changed = await tx.query(
    'update tenant set locations_for_everyone = $2 where id = $1 and locations_for_everyone <> $2 returning id',
    [tenantId, wanted],
  );
  return changed.length > 0;
}

import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { claimsVisits, setClaimsVisits } from './visit-store.ts';

interface VisitSettings {
  readonly claimsVisits: boolean;
}

/** GET /visit/settings */
export const showVisitSettings = async (deps: HasDatabase, { tenantId }: Caller): Promise<VisitSettings> => ({
  claimsVisits: await claimsVisits(deps.db, tenantId),
});

/** PUT /visit/settings. The log records it as a change of the tenant. */
export async function changeVisitSettings(
  deps: HasDatabase,
  caller: Caller,
  { claimsVisits: wanted }: VisitSettings,
): Promise<VisitSettings> {
  refuseLimited(caller, 'Settings of visits');
  await deps.db.transaction(async (tx) => {
    if (await setClaimsVisits(tx, caller.tenantId, wanted))
      await appendChanges(tx, caller.tenantId, caller, [
        {
          entity: 'Tenant',
          recordId: caller.tenantId,
          key: caller.tenantName,
          sourceApp: null,
          action: 'updated',
          version: 0,
          fromBackOffice: false,
          before: JSON.stringify({ claimsVisits: !wanted }),
          after: JSON.stringify({ claimsVisits: wanted }),
        },
      ]);
    return { commit: true, value: undefined };
  });
  return { claimsVisits: wanted };
}

import { type Module, modules, previewModules } from '../../domain/access.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { setModule } from './tenant-store.ts';

export interface ShownModule {
  readonly name: Module;
  readonly enabled: boolean;
  /** Its behaviour may still change between releases. */
  readonly preview: boolean;
}

const shown = (enabled: readonly string[]): ShownModule[] =>
  modules.map((name) => ({ name, enabled: enabled.includes(name), preview: previewModules.includes(name) }));

/** GET /modules */
export const listModules = ({ modules: enabled }: Caller): ShownModule[] => shown(enabled);

/**
 * PUT /modules/{name}. The log records it as a change of the tenant: not a record with a version that could be undone, but everybody can
 * see who turned off what.
 */
export async function switchModule(
  deps: HasDatabase,
  caller: Caller,
  sent: string,
  enabled: boolean,
): Promise<ShownModule[]> {
  const module = modules.find((name) => name.toLowerCase() === sent.toLowerCase());
  if (!module) throw refuse('APP001', `There is no module ${sent.slice(0, 50)}; available are ${modules.join(', ')}.`);
  refuseLimited(caller, 'Modules');
  const after = await deps.db.transaction(async (tx) => {
    const changed = await setModule(tx, caller.tenantId, module, enabled);
    if (changed)
      await appendChanges(tx, caller.tenantId, caller, [
        {
          entity: 'Tenant',
          recordId: caller.tenantId,
          key: caller.tenantName,
          sourceApp: null,
          action: 'updated',
          version: 0,
          fromBackOffice: false,
          before: JSON.stringify({ modules: changed.before }),
          after: JSON.stringify({ modules: changed.after }),
        },
      ]);
    return { commit: true, value: changed?.after };
  });
  return after ? shown(after) : listModules(caller);
}

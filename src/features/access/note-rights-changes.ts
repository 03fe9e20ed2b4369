import { rightsChanges } from '../../domain/access-changes.ts';
import type { RecordExtensions } from '../../records/extensions.ts';
import { noteEvents } from './audit-store.ts';

/** Changes of users and roles, whatever wrote them: a page, an import, a setup package, an undo. */
export const noteRightsChanges: RecordExtensions['noteChanges'] = (tx, caller, changes) =>
  noteEvents(
    tx,
    rightsChanges(changes).map((change) => ({ tenantId: caller.tenantId, actor: caller.actor, ...change })),
  );

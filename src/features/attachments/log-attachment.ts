import { ATTACHMENT } from '../../domain/attachments/attachment.ts';
import { actsForBackOffice, type Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { appendChanges } from '../../records/storage/change-log.ts';
import type { StoredAttachment } from './attachment-store.ts';
import { pathOf } from './show-attachment.ts';

type Logged = Pick<
  StoredAttachment,
  'id' | 'guid' | 'kind' | 'contentType' | 'size' | 'ownerKind' | 'ownerId' | 'ownerName' | 'sourceApp'
>;

/**
 * Reports complete or deleted attachments to those who follow the plan. The log has neither names nor notes: who may read them reads them with the
 * attachment. Must come last in its transaction.
 */
export async function logAttachments(
  tx: Transaction,
  caller: Caller,
  action: 'created' | 'deleted',
  attachments: readonly Logged[],
): Promise<void> {
  await appendChanges(
    tx,
    caller.tenantId,
    caller,
    attachments.map((each) => {
      const told = JSON.stringify({
        attachmentGuid: each.guid,
        kind: each.kind,
        contentType: each.contentType,
        size: each.size,
        ownerKind: each.ownerKind,
        ownerId: each.ownerId,
        ownerName: each.ownerName,
        path: pathOf(each.guid),
      });
      return {
        entity: ATTACHMENT,
        recordId: each.id,
        key: each.guid,
        sourceApp: each.sourceApp,
        action,
        version: 1,
        fromBackOffice: actsForBackOffice(caller),
        before: action === 'created' ? null : told,
        after: action === 'created' ? told : null,
      };
    }),
  );
}

export const logAttachment = (
  tx: Transaction,
  caller: Caller,
  action: 'created' | 'deleted',
  each: Logged,
): Promise<void> => logAttachments(tx, caller, action, [each]);

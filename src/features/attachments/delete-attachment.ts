import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { completeAttachments, deleteAttachments } from './attachment-store.ts';
import type { HasAttachments } from './content.ts';
import { logAttachment, logAttachments } from './log-attachment.ts';
import { removeUpload, writableAttachment } from './take-chunk.ts';

/** DELETE /attachment/{attachmentGuid} */
export const deleteAttachment = (
  deps: HasDatabase & HasAttachments,
  caller: Caller,
  guid: string,
): Promise<{ readonly attachmentGuid: string; readonly deleted: boolean }> =>
  deps.db.write(caller.tenantId, async (tx) => {
    const found = await writableAttachment(tx, caller, guid);
    await removeUpload(deps, tx, caller, found);
    // Nobody has heard of one that was never complete.
    if (found.completedAt !== null) await logAttachment(tx, caller, 'deleted', found);
    return { commit: true, value: { attachmentGuid: found.guid, deleted: true } };
  });

/** The same for many, without a look at permissions: for operators. Must come last in its transaction. */
export async function removeAttachments(
  { attachments }: HasAttachments,
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const known = await completeAttachments(tx, caller.tenantId, ids);
  await attachments.content.remove(tx, caller.tenantId, ids);
  await deleteAttachments(tx, caller.tenantId, ids);
  if (known.length > 0) await logAttachments(tx, caller, 'deleted', known);
}

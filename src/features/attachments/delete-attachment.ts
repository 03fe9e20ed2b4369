import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasAttachments } from './content.ts';
import { logAttachment } from './log-attachment.ts';
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

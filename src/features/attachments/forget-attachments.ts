import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { deleteAttachments } from './attachment-store.ts';
import type { HasAttachments } from './content.ts';
import { idsOfApp, markOrphans, type OldAttachment, orphanedBefore, unfinishedBefore } from './old-attachment-store.ts';

const HOUR_MS = 3_600_000;
const UNFINISHED_HOURS = 24;
/** Long enough for a back office that fetches once a month. */
const ORPHANED_DAYS = 90;
const PORTION = 500;

/** Uploads that nobody finished, and attachments whose record and task were deleted long ago. */
export const forgetAttachments: NightlyJob<HasDatabase & HasClock & HasAttachments> = {
  name: 'forget attachments',
  async run(deps, stopping) {
    const now = deps.now().getTime();
    await markOrphans(deps.db, new Date(now));
    const before = (hours: number): Date => new Date(now - hours * HOUR_MS);
    return {
      unfinished: await removed(deps, stopping, () => unfinishedBefore(deps.db, before(UNFINISHED_HOURS), PORTION)),
      orphaned: await removed(deps, stopping, () => orphanedBefore(deps.db, before(24 * ORPHANED_DAYS), PORTION)),
    };
  },
};

async function removed(
  { db, attachments }: HasDatabase & HasAttachments,
  stopping: AbortSignal,
  find: () => Promise<OldAttachment[]>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const found = stopping.aborted ? [] : await find();
    for (const { tenantId, ids } of found)
      await db.write(tenantId, async (tx) => {
        await attachments.content.remove(tx, tenantId, ids);
        await deleteAttachments(tx, tenantId, ids);
        return { commit: true, value: undefined };
      });
    const gone = found.reduce((sum, { ids }) => sum + ids.length, 0);
    count += gone;
    if (gone < PORTION) return count;
  }
}

/** All that belongs to records of a source system, for the removal of the demo. */
export async function removeAttachmentsOfApp(
  { attachments }: HasAttachments,
  tx: Transaction,
  tenantId: number,
  sourceApp: string,
): Promise<void> {
  const ids = await idsOfApp(tx, tenantId, sourceApp);
  if (ids.length === 0) return;
  await attachments.content.remove(tx, tenantId, ids);
  await deleteAttachments(tx, tenantId, ids);
}

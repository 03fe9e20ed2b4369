import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { DraftAudience, PushedEvent } from '../live/live-event.ts';
import { notifyNodes } from '../live/live-store.ts';

/**
 * Notifies those who see a draft that it changed, when the transaction commits. It carries nothing of the draft: who hears it reads the draft, and
 * sees as much of it as before.
 */
export async function reportDraft(
  tx: Transaction,
  { tenantId, requestId }: Caller,
  id: number,
  audience: DraftAudience,
): Promise<void> {
  const data = JSON.stringify({ id, requestId });
  const event: PushedEvent = { tenant: tenantId, account: null, audience, event: { name: 'draft', data } };
  await notifyNodes(tx, [JSON.stringify(event)]);
}

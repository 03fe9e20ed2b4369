/**
 * For a site that cannot be reached from outside: fetches the changes of appointments by a cursor, which the service remembers.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/pull-changes.ts [name]
 *
 * Started again it goes on where it stopped; started twice, no two get the same batch.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../packages/client/src/index.ts';
import { connect } from './connect.ts';

const client = connect();
const name = process.argv[2] ?? 'erp';
const path = { name };

/** APP023: another reader has a batch. */
const unlessTaken = (error: unknown): undefined => {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
};

await client.changes
  .postCursors({ body: { name, entity: ['Appointment', 'Assignment'], after: 0 } })
  .catch(unlessTaken);
for (;;) {
  const batch = await client.changes.leaseCursors({ path, body: { limit: 500, seconds: 60 } }).catch(unlessTaken);
  if (!batch?.lease) {
    await delay(1000);
    continue;
  }
  for (const change of batch.changes) console.log(`${change.number}  ${change.key} ${change.action}`);
  // Only now: if this program dies before, the batch comes again.
  await client.changes.acknowledgeCursor({ path, body: { lease: batch.lease } });
}

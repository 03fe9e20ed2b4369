/**
 * For a site that cannot be reached from outside: fetches the changes of appointments by a cursor, which the service remembers.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/pull-changes.ts [name]
 *
 * Started again it goes on where it stopped; started twice, no two get the same batch.
 */
import { setTimeout as delay } from 'node:timers/promises';

const url = process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OPENSLOT_API_KEY'];
if (!key) {
  console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
  process.exit(1);
}
const name = process.argv[2] ?? 'erp';

async function call<T>(path: string, body: object): Promise<T | undefined> {
  const headers = { 'X-API-KEY': key as string, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  // Another reader has a batch.
  if (response.status === 409) return undefined;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

interface Batch {
  readonly lease: string | null;
  readonly changes: readonly { number: number; key: string; action: string }[];
}

await call('/cursors', { name, entity: ['Appointment', 'Assignment'], after: 0 });
for (;;) {
  const batch = await call<Batch>(`/cursors/${name}/lease`, { limit: 500, seconds: 60 });
  if (!batch?.lease) {
    await delay(1000);
    continue;
  }
  for (const change of batch.changes) console.log(`${change.number}  ${change.key} ${change.action}`);
  // Only now: if this program dies before, the batch comes again.
  await call(`/cursors/${name}/ack`, { lease: batch.lease });
}

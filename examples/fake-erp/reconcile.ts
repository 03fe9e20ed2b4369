import { type Client, ndjson } from '../../packages/client/src/index.ts';
import { orderCalls, orders, SOURCE } from './master-data.ts';

/**
 * Compares the jobs of the service with the orders, as after a restored backup: sends those that are missing or different again, and deletes those
 * that the ERP does not know. Keys are sent as a stream, so a million orders need no memory for all of them.
 */
export async function reconcileOrders(client: Client): Promise<void> {
  function* lines() {
    const { SourceApp: sourceApp, SourceType: sourceType } = SOURCE;
    yield { sourceApp, sourceType, entity: 'Job', fields: ['shortDescription', 'siteCity'], repair: true };
    for (const { no, description, city } of orders) yield { key: no, values: [description, city] };
  }
  const found = await client.import.reconcile({
    content: { type: 'application/x-ndjson', body: ndjson(lines()) },
  });
  const wanted = new Set([...found.missing, ...found.different.map(({ key }) => key)].map(String));
  const again = orders.filter(({ no }) => wanted.has(no));
  if (again.length > 0) await client.import.importCalls({ body: again.flatMap(orderCalls) });
  for (const batch of found.repair ?? []) {
    // A job with appointments stays, and is in the results as rejected: somebody has to look at it.
    await client.import.importCalls({ body: batch, headers: { prefer: 'handling=lenient' } });
  }
  const { same, missing, different, phantom } = found.counts;
  console.log(`reconciled: ${same} same, ${missing} missing, ${different} different, ${phantom} phantom`);
}

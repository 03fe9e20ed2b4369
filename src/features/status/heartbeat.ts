import { setTimeout as sleep } from 'node:timers/promises';
import type { HasOutages } from '../../platform/outages.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { Node } from './node.ts';
import { dropHeartbeat, storeHeartbeat } from './status-store.ts';

export const HEARTBEAT_MS = 10_000;
const REPORTING = 'reporting that this process runs';

export const beat = async (deps: HasDatabase & HasOutages, node: Node): Promise<void> =>
  storeHeartbeat(deps.db, node, await node.facts(deps));

/** Reports this process until it is stopped; then its row is deleted. One that is killed leaves it, and the page says so. */
export async function keepBeating(deps: HasDatabase & HasOutages, node: Node, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await beat(deps, node);
      deps.outages.worked(REPORTING);
    } catch (error) {
      if (!stopping.aborted) deps.outages.failed(REPORTING, { reason: (error as Error).message });
    }
    await sleep(HEARTBEAT_MS, undefined, { signal: stopping }).catch(() => {});
  }
  node.close();
  await dropHeartbeat(deps.db, node.id).catch(() => {});
}

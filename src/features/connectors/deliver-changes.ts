import type { HasLog } from '../../platform/log.ts';
import type { HasOutages } from '../../platform/outages.ts';
import type { Follower } from '../../records/follow-changes.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { fanOut } from './fan-out.ts';
import type { HasOutbound } from './outbound.ts';
import { Senders } from './senders.ts';

/** Sends changes to connectors and webhooks as soon as they are committed. */
export function deliverChanges(): Follower<WriteDeps & HasLog & HasOutages & HasOutbound> {
  const senders = new Senders();
  return {
    name: 'delivering changes',
    gatherMs: 0,
    async round(deps, stopping) {
      const isDone = await fanOut(deps, stopping);
      await senders.look(deps, stopping);
      return isDone;
    },
    settled: () => senders.settled(),
  };
}

import { refuse } from '../../domain/errors.ts';
import type { Caller, Credential } from '../../platform/caller.ts';
import { changeFilter } from '../changes/read-changes.ts';
import type { StreamQuery } from './contract.ts';
import { pushedEvents } from './live-event.ts';
import type { HasLiveHub } from './live-hub.ts';
import type { LiveStream } from './live-stream.ts';

interface StreamRequest {
  readonly credential: Credential;
  readonly query: StreamQuery;
  /** The header that a client sends when it reconnects. */
  readonly lastEventId: string | undefined;
}

/** GET /changes/stream: what happens from now on, or from the change that the client saw last. */
export function openStream(
  deps: HasLiveHub,
  caller: Caller,
  { credential, query, lastEventId }: StreamRequest,
): Promise<LiveStream> {
  const { entity, sourceApp, events = [] } = query;
  const wanted = (name: (typeof events)[number]): boolean => events.length === 0 || events.includes(name);
  return deps.live.open({
    caller,
    credential,
    filter: changeFilter(caller, { entity, sourceApp }),
    pushed: new Set(pushedEvents.filter(wanted)),
    changes: wanted('change'),
    // The header wins: the address of a stream stays the same when its client reconnects.
    after: lastSeen(lastEventId) ?? query.lastEventId ?? query.after,
  });
}

function lastSeen(header: string | undefined): number | undefined {
  if (header === undefined || header === '') return undefined;
  if (/^\d{1,15}$/.test(header.trim())) return Number(header);
  throw refuse('REQ009', 'Last-Event-ID: must be the number of a change.', 'Last-Event-ID');
}

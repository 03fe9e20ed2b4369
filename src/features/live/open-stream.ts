import { refuse } from '../../domain/errors.ts';
import type { Caller, Credential } from '../../platform/caller.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { changeFilter } from '../changes/read-changes.ts';
import { type ToldEventName, toldEvents } from './live-event.ts';
import type { HasLiveHub } from './live-hub.ts';
import type { LiveStream } from './live-stream.ts';

export interface StreamQuery {
  readonly credential: Credential;
  readonly query: RawQuery;
  /** The header with which a client that was cut off comes again. */
  readonly lastEventId: string | undefined;
}

/** GET /changes/stream: what happens from now on, or from the change that the client saw last. */
export const openStream = (deps: HasLiveHub, caller: Caller, sent: StreamQuery): Promise<LiveStream> => {
  const { told, changes } = eventsIn(sent.query);
  return deps.live.open({
    caller,
    credential: sent.credential,
    filter: changeFilter(caller, sent.query),
    told,
    changes,
    after: lastSeen(sent),
  });
};

/** The header wins: the address of a stream stays the same while its client comes again and again. */
function lastSeen({ query, lastEventId }: StreamQuery): number | undefined {
  if (lastEventId !== undefined && lastEventId !== '') {
    const number = wholeNumber(lastEventId);
    if (number === undefined) throw refuse('REQ009', 'Last-Event-ID: must be the number of a change.', 'Last-Event-ID');
    return number;
  }
  for (const name of ['lastEventId', 'after']) {
    const text = [query[name] ?? []].flat().at(-1);
    if (text === undefined || text === '') continue;
    const number = wholeNumber(text);
    if (number === undefined) throw refuse('REQ008', `${name}: must be the number of a change.`, name);
    return number;
  }
  return undefined;
}

const wholeNumber = (text: string): number | undefined =>
  /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : undefined;

function eventsIn(query: RawQuery): { told: ReadonlySet<ToldEventName>; changes: boolean } {
  const names = [query['events'] ?? []]
    .flat()
    .flatMap((part) => part.split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const known: readonly string[] = ['change', ...toldEvents];
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined)
    throw refuse('REQ008', `events: ${strange.slice(0, 100)} is not one of ${known.join(', ')}.`, 'events');
  const wanted = names.length === 0 ? known : names;
  return { told: new Set(toldEvents.filter((name) => wanted.includes(name))), changes: wanted.includes('change') };
}

import { ApiError } from './errors.ts';
import { jsonOf } from './exchange.ts';
import { sleep } from './retry.ts';
import type { Schemas } from './schema.ts';
import type { AnyRequest, Sender } from './sender.ts';
import { eventsOf } from './streams.ts';
import type { Query } from './types.ts';

type Change = Schemas['Change'];

interface Followed {
  readonly signal?: AbortSignal | undefined;
}
type Filters<R extends 'GET /changes' | 'GET /changes/stream'> = Partial<Query<R>>;

export type ChangeRequest = Filters<'GET /changes'> & Followed;

/** Changes after a number, in order: those that there are, and with `wait` (seconds) those to come, without an end. */
export async function* changesOf(sender: Sender, { signal, ...query }: ChangeRequest): AsyncGenerator<Change> {
  let after = Number(query['after'] ?? 0);
  for (;;) {
    const request: AnyRequest = { query: { ...query, after }, signal };
    const { changes, next, last } = await sender.send(
      'GET /changes',
      request,
      async (response, aborted) =>
        (await jsonOf(response, aborted)) as { changes: readonly Change[]; next: number; last: number },
    );
    yield* changes;
    after = next;
    if (!query['wait'] && next >= last) return;
  }
}

/** What the stream sends. There may be other events later: ignore those that you do not know. */
export type LiveEvent =
  | { readonly event: 'change'; readonly data: Change }
  | { readonly event: 'message'; readonly data: { text: string; severity: number; from: string; at: string } }
  | { readonly event: 'optimization'; readonly data: Pick<Schemas['Optimization'], 'id' | 'status' | 'progress'> }
  | { readonly event: 'reset'; readonly data: { readonly last: number } };

export type LiveRequest = Filters<'GET /changes/stream'> & Followed;

/** The service sends a comment after 15 seconds without events: a connection that is silent for longer is gone. */
const SILENCE_MS = 45_000;
const PAUSE_MS = 2000;

/** Events as they happen, until the loop ends or the signal aborts. A lost connection is opened again, and no change is missed. */
export async function* eventsFrom(sender: Sender, { signal, ...query }: LiveRequest): AsyncGenerator<LiveEvent> {
  let lastId = query['lastEventId'] ?? query['after'];
  const { lastEventId: _, after: __, ...filters } = query as Record<string, unknown>;
  while (!signal?.aborted) {
    const silence = new AbortController();
    const either = signal ? AbortSignal.any([signal, silence.signal]) : silence.signal;
    let timer = setTimeout(() => silence.abort(), SILENCE_MS);
    try {
      const request = {
        query: { ...filters, ...(lastId === undefined ? {} : { lastEventId: lastId }) },
        signal: either,
      };
      const body = await sender.send('GET /changes/stream', request, async (response) => response.body, false);
      if (body === null) throw new TypeError('The response has no body.');
      for await (const { id, event, data } of eventsOf(body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE_MS);
        // After a reset the next id is that of the newest change.
        if (id) lastId = Number(id);
        if (data !== undefined) yield { event, data: JSON.parse(data) } as LiveEvent;
      }
    } catch (error) {
      // A refusal stays one; a restart passes, however long it takes.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error;
    } finally {
      clearTimeout(timer);
      silence.abort();
    }
    if (!signal?.aborted) await sleep(PAUSE_MS * (0.5 + Math.random() / 2), signal);
  }
}

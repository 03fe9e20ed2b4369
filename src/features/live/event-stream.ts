import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { LiveEvent } from './live-event.ts';

/** When a client that was cut off comes again. */
const RETRY_MS = 2000;
/** A client that does not read cannot receive the end of its stream. Streams end within a second. */
const LAST_WORD_MS = 500;

/** One event as Server-Sent Events write it. JSON has no line breaks. A block without data is no event, but its id counts. */
function textOf(event: LiveEvent): string {
  const id = 'number' in event ? `id: ${event.number}\n` : '';
  return event.name === 'pulse' ? `:\n${id}\n` : `${id}event: ${event.name}\ndata: ${event.data}\n\n`;
}

/** Sends events as long as there are any. Ends at once when the signal says so. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<LiveEvent>, over: AbortSignal): FastifyReply {
  async function* text(): AsyncGenerator<string> {
    yield `retry: ${RETRY_MS}\n`;
    for await (const event of events) yield textOf(event);
  }
  // As much as this may wait for a slow client; the rest stays where it is.
  const body = Readable.from(text(), { objectMode: false, highWaterMark: 65_536 });
  over.addEventListener('abort', () => setTimeout(() => body.destroy(), LAST_WORD_MS).unref(), { once: true });
  return reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no').send(body);
}

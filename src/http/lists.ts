import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Written as it is read: the answer is never in memory as a whole. Records come as objects, or as JSON texts already. */
export function sendList(
  reply: FastifyReply,
  portions: AsyncIterable<readonly (Record<string, unknown> | string)[]>,
  total?: number,
): FastifyReply {
  async function* text(): AsyncGenerator<string> {
    yield total === undefined ? '[' : `{"total":${total},"data":[`;
    let first = true;
    for await (const records of portions) {
      if (records.length === 0) continue;
      const text = typeof records[0] === 'string' ? records.join(',') : JSON.stringify(records).slice(1, -1);
      yield `${first ? '' : ','}${text}`;
      first = false;
    }
    yield total === undefined ? ']' : ']}';
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(text(), { objectMode: false }));
}

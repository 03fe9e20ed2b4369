import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferred } from '../../platform/http/accept.ts';
import { csvLine } from '../../platform/http/csv.ts';

type Portions = AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;

/** Written as it is read: the answer is never in memory as a whole. Records come as objects, or as JSON texts already. */
export function sendList(
  reply: FastifyReply,
  portions: Portions | AsyncIterable<readonly string[]>,
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
  return sendText(reply, text());
}

/** JSON, sent in the parts that it comes in. */
export const sendText = (reply: FastifyReply, parts: AsyncIterable<string>): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }));

/** The same list as JSON, or as a table for those who ask for text/csv; `columns` are its head. */
export function sendTable(request: FastifyRequest, reply: FastifyReply, table: Table): FastifyReply {
  reply.header('vary', 'Accept');
  return preferred(request.headers.accept, ['application/json', 'text/csv']) === 'application/json'
    ? sendList(reply, table.portions)
    : sendCsv(reply, table);
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly portions: Portions;
}

export function sendCsv(reply: FastifyReply, { name, columns, portions }: Table): FastifyReply {
  async function* text(): AsyncGenerator<string> {
    yield csvLine(columns);
    for await (const records of portions)
      yield records.map((record) => csvLine(columns.map((column) => record[column]))).join('');
  }
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(text(), { objectMode: false }));
}

/** The two ways in which a table is answered, for the API description. */
export const tableAnswer = (items: object): Readonly<Record<string, unknown>> => ({
  description: 'As a list, or as a table with Accept: text/csv.',
  content: {
    'application/json': { schema: { type: 'array', items } },
    'text/csv': { schema: { type: 'string' } },
  },
});

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { failures } from '../../platform/http/api-schemas.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import { linesOf, NDJSON } from '../../platform/http/ndjson.ts';
import { Body } from '../../platform/http/read-body.ts';
import { text, whole } from '../../platform/http/shapes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type ReconcileRequest, reconcile } from './reconcile.ts';
import { reconcilable } from './reconcile-head.ts';

const key = { description: 'The key after SourceApp and SourceType: a text, or a list where it has several parts.' };
const keys = { type: 'array', items: key };
const sentKey = {
  type: 'object',
  properties: {
    key,
    hash: { ...text, description: 'SHA-256 over `fields`, in hexadecimal digits.' },
    values: { type: 'array', items: {}, description: 'The values of `fields`, instead of a hash.' },
  },
  required: ['key'],
};
const head = {
  sourceApp: text,
  sourceType: text,
  entity: { enum: reconcilable.map(({ name }) => name) },
  fields: { type: 'array', items: text, description: 'The properties that hashes and values cover, in this order.' },
  repair: { type: 'boolean', default: false, description: 'Returns the calls that would delete the phantoms.' },
};
const required = ['sourceApp', 'sourceType', 'entity'];
const answer = {
  type: 'object',
  properties: {
    entity: text,
    sourceApp: text,
    sourceType: text,
    asOf: { ...whole, description: 'The newest change at the start of the comparison.' },
    counts: {
      type: 'object',
      properties: { sent: whole, same: whole, missing: whole, phantom: whole, different: whole },
      required: ['sent', 'same', 'missing', 'phantom', 'different'],
    },
    truncated: { type: 'boolean', description: 'A list was cut off at 100,000 entries.' },
    missing: { ...keys, description: 'Sent, but not stored in Openslot.' },
    different: {
      type: 'array',
      items: {
        type: 'object',
        properties: { key, fields: { type: 'array', items: text }, hash: text },
        required: ['key'],
        additionalProperties: false,
      },
      description: 'Stored in Openslot with different values.',
    },
    phantom: { ...keys, description: 'Stored in Openslot, but not sent.' },
    repair: { type: 'array', items: { type: 'array', items: { $ref: 'ImportCall#' } } },
  },
  required: ['entity', 'sourceApp', 'sourceType', 'asOf', 'counts', 'truncated', 'missing', 'different', 'phantom'],
  additionalProperties: false,
};

export function reconcileRoutes(app: FastifyInstance, deps: HasDatabase & HasLimits): void {
  // Here and nowhere else a body is read line by line, and may be of any length.
  app.addContentTypeParser(NDJSON, (_request, body, done) => done(null, body));
  app.post(
    '/reconcile',
    {
      config: { access: 'import' },
      schema: {
        tags: ['Import'],
        summary: 'Compare the records of a source system with the stored ones',
        description:
          'Send all keys of one entity, SourceApp and SourceType. As application/x-ndjson the first line is the object without `keys`, and every further line is one key.',
        body: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { ...head, keys: { type: 'array', items: sentKey } },
                required: [...required, 'keys'],
              },
            },
            'application/x-ndjson': { schema: text },
          },
        },
        response: { 200: answer, ...failures },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { body } = request;
      const found =
        body instanceof Readable
          ? await lineByLine(body, (sent) => reconcile(deps, caller, sent))
          : await reconcile(deps, caller, atOnce(body));
      reply.type('application/json; charset=utf-8');
      return reply.send(Readable.from(written(found), { objectMode: false }));
    },
  );
}

function atOnce(body: unknown): ReconcileRequest {
  const sent = new Body(body).field('keys');
  if (!Array.isArray(sent)) throw refuse('REQ007', 'keys: must be a list.', 'keys');
  async function* inTurn(keys: readonly unknown[]): AsyncGenerator<{ sent: unknown; at: string }> {
    for (const [i, key] of keys.entries()) yield { sent: key, at: `keys[${i}]` };
  }
  return { head: body, keys: inTurn(sent) };
}

async function lineByLine<T>(body: Readable, work: (request: ReconcileRequest) => Promise<T>): Promise<T> {
  const lines = linesOf(body);
  async function* keys(): AsyncGenerator<{ sent: unknown; at: string }> {
    for await (const { value, line } of lines) yield { sent: value, at: `line ${line}` };
  }
  try {
    const first = await lines.next();
    if (first.done) throw refuse('REQ001', 'The body is empty.');
    return await work({ head: first.value.value, keys: keys() });
  } finally {
    // What is left of a request that was refused half-way would stand before the next one of its connection.
    await lines.return(undefined);
    body.resume();
  }
}

/** Lists piece by piece: an answer of a hundred thousand keys is not one text. */
function* written(found: object): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(found)) {
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!Array.isArray(value)) yield JSON.stringify(value);
    else {
      for (let at = 0; at < value.length; at += 1000)
        yield `${at === 0 ? '[' : ','}${JSON.stringify(value.slice(at, at + 1000)).slice(1, -1)}`;
      yield value.length === 0 ? '[]' : ']';
    }
  }
  yield '}';
}

import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import type { ContractWarning, Reading } from '../../platform/contract/kind.ts';
import { readWhole } from '../../platform/contract/object.ts';
import { serve } from '../../platform/contract/route.ts';
import { withWarnings } from '../../platform/contract/warnings.ts';
import type { HasLimits } from '../../platform/http/limits.ts';
import { linesOf, NDJSON } from '../../platform/http/ndjson.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import * as contract from './contract.ts';
import { type ReconcileRequest, reconcile } from './reconcile.ts';

export function reconcileRoutes(app: FastifyInstance, deps: HasDatabase & HasLimits): void {
  // Only here a body is read line by line, and may be of any length.
  app.addContentTypeParser(NDJSON, (_request, body, done) => done(null, body));
  serve(app, contract.reconcile, async ({ caller, request: { body }, reply }) => {
    const warnings: ContractWarning[] = [];
    const reading = { zone: caller.timeZone, warnings };
    const found =
      body instanceof Readable
        ? await lineByLine(body, reading, (sent) => reconcile(deps, caller, sent))
        : await reconcile(deps, caller, atOnce(body, reading));
    reply.type('application/json; charset=utf-8');
    return reply.send(Readable.from(written(withWarnings(found, warnings) as object), { objectMode: false }));
  });
}

function atOnce(body: unknown, reading: Reading): ReconcileRequest {
  const { keys, ...head } = readWhole(contract.reconcileBody, body, reading);
  if (!Array.isArray(keys)) throw refuse('REQ007', 'keys: must be a list.', 'keys');
  async function* inTurn(all: readonly unknown[]): AsyncGenerator<{ sent: unknown; path: string }> {
    for (const [i, sent] of all.entries()) yield { sent, path: `keys[${i}]` };
  }
  return { head, keys: inTurn(keys), reading };
}

async function lineByLine<T>(
  body: Readable,
  reading: Reading,
  work: (request: ReconcileRequest) => Promise<T>,
): Promise<T> {
  const lines = linesOf(body);
  async function* keys(): AsyncGenerator<{ sent: unknown; path: string }> {
    for await (const { value, line } of lines) yield { sent: value, path: `line ${line}` };
  }
  try {
    const first = await lines.next();
    if (first.done) throw refuse('REQ001', 'The body is empty.');
    return await work({ head: readWhole(contract.headBody, first.value.value, reading), keys: keys(), reading });
  } finally {
    // The rest of a request that was refused half-way would be read as the next request of its connection.
    await lines.return(undefined);
    body.resume();
  }
}

/** Writes lists piece by piece: a response of a hundred thousand keys is not one text. */
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

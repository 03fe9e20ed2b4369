import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../domain/errors.ts';
import type { Deps } from '../operations/deps.ts';
import { idempotently } from '../operations/idempotency.ts';
import type { SentCall } from '../operations/writing/parse-calls.ts';
import { type WriteAnswer, type WriteGuard, type WriteOptions, writeCalls } from '../operations/writing/write-calls.ts';
import { callerOf } from './authenticate.ts';
import { successEnvelope } from './envelope.ts';

/** RFC 7240: Prefer: handling=lenient | strict. */
function handlingOf(request: FastifyRequest): WriteOptions['handling'] {
  const prefer = String(request.headers['prefer'] ?? '');
  const asked = /(?:^|[,;\s])handling\s*=\s*"?(\w+)"?/i.exec(prefer)?.[1]?.toLowerCase();
  return asked === 'lenient' || asked === 'strict' ? asked : 'default';
}

function flagOf(request: FastifyRequest, name: string): boolean {
  const value = Object.entries(request.query as Record<string, string>).find(
    ([key]) => key.toLowerCase() === name.toLowerCase(),
  )?.[1];
  if (value === undefined) return false;
  if (/^(true|1|)$/i.test(value)) return true;
  if (/^(false|0)$/i.test(value)) return false;
  throw refuse('REQ008', `${name}: must be true or false.`, name);
}

/** The version in If-Match; `*` asks that the record exists, whatever its version. */
export function expectedVersion(request: FastifyRequest): number | 'any' | undefined {
  const sent = request.headers['if-match'];
  if (sent === undefined) return undefined;
  if (sent.trim() === '*') return 'any';
  const version = /^\s*(?:W\/)?"(\d+)"\s*$/.exec(sent)?.[1];
  if (version === undefined) throw refuse('REQ009', 'If-Match must hold one ETag such as "3".', 'If-Match');
  return Number(version);
}

type Write = (options: WriteOptions, guard?: WriteGuard) => Promise<WriteAnswer>;

/** The way of every write through HTTP: headers and query, the work, the envelope. */
export const answerWrite = (
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  calls: readonly SentCall[],
  speak: WriteOptions['speak'],
): Promise<FastifyReply> => {
  const handling = handlingOf(request);
  if (handling !== 'default') reply.header('preference-applied', `handling=${handling}`);
  return answerWith(request, reply, { handling, speak }, (options, guard) =>
    writeCalls(deps, callerOf(request), calls, options, guard),
  );
};

/** The same for what is no list of calls. */
export async function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  how: Omit<WriteOptions, 'dryRun'>,
  write: Write,
): Promise<FastifyReply> {
  const dryRun = flagOf(request, 'dryRun');
  reply.type('application/json; charset=utf-8');
  const render = (answer: WriteAnswer) => ({ status: 200, body: JSON.stringify(successEnvelope(answer)) });
  const options: WriteOptions = { ...how, dryRun };
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || dryRun) return reply.send(render(await write(options)).body);
  if (key.trim() === '' || key.length > 255)
    throw refuse('REQ009', 'Idempotency-Key must have 1 to 255 characters.', 'Idempotency-Key');
  const answer = await idempotently(
    callerOf(request),
    { key, fingerprint: [request.method, request.url, how.handling, request.rawBody ?? ''] },
    render,
    (guard) => write(options, guard),
  );
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return reply.code(answer.status).send(answer.body);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { Rendered } from '../writing/idempotency.ts';
import type { SentCall } from '../writing/sent-call.ts';
import type { WriteAnswer } from '../writing/write-answer.ts';
import { type WriteGuard, type WriteOptions, writeCalls } from '../writing/write-calls.ts';
import type { WriteDeps } from '../writing/write-deps.ts';
import { type Answering, answerOnce, asJson, send } from './answer-once.ts';
import { successEnvelope } from './envelope.ts';

/** RFC 7240: Prefer: handling=lenient | strict. */
function handlingOf(request: FastifyRequest): WriteOptions['handling'] {
  const prefer = String(request.headers['prefer'] ?? '');
  const asked = /(?:^|[,;\s])handling\s*=\s*"?(\w+)"?/i.exec(prefer)?.[1]?.toLowerCase();
  return asked === 'lenient' || asked === 'strict' ? asked : 'default';
}

export function flagOf(request: FastifyRequest, name: string): boolean {
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

/** The same for one record of a list: its own property `ifMatch`. */
export function versionOf(
  record: Readonly<Record<string, unknown>>,
  index: number,
): { seen: number | undefined; sent: Readonly<Record<string, unknown>> } {
  const name = Object.keys(record).find((each) => each.toLowerCase() === 'ifmatch');
  if (name === undefined) return { seen: undefined, sent: record };
  const { [name]: seen, ...sent } = record;
  if (typeof seen !== 'number' || !Number.isSafeInteger(seen) || seen < 1)
    throw refuse('REQ008', `Record ${index}: ifMatch must be a version such as 3.`, 'ifMatch');
  return { seen, sent };
}

/** The path of every write of records through HTTP. */
export function answerWrite(
  deps: WriteDeps,
  answering: Answering,
  calls: readonly SentCall[],
  speak: WriteOptions['speak'],
  keep?: WriteOptions['keep'],
): Promise<FastifyReply> {
  const { request, reply } = answering;
  const handling = handlingOf(request);
  if (handling !== 'default') reply.header('preference-applied', `handling=${handling}`);
  return answerWork(deps, answering, handling, (dryRun, guard) =>
    writeCalls(deps, callerOf(request), calls, { handling, dryRun, speak, keep }, guard),
  );
}

/** Around the work of every write of records: dry run, idempotency, the envelope. */
export async function answerWork(
  deps: HasDatabase & HasSealer,
  answering: Answering,
  handling: WriteOptions['handling'],
  work: (dryRun: boolean, guard?: WriteGuard) => Promise<WriteAnswer>,
): Promise<FastifyReply> {
  const { request, reply, warnings: ignored = [] } = answering;
  // In this response a warning has the index of its call; a body that is no list of calls counts as the first.
  const ofBody = ignored.map((warning) => ({ index: 0, ...warning }));
  const render = (answer: WriteAnswer): Rendered =>
    asJson(200, successEnvelope({ ...answer, warnings: [...answer.warnings, ...ofBody] }));
  if (flagOf(request, 'dryRun')) return send(reply, render(await work(true)));
  return answerOnce(deps, { request, reply }, render, (guard) => work(false, guard), [handling]);
}

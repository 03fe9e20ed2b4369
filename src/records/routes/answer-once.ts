import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import type { PublicInput } from '../../platform/contract/route.ts';
import { callerOf } from '../../platform/http/guard-routes.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { Guard } from '../writing/guarded-write.ts';
import { idempotently, type Rendered } from '../writing/idempotency.ts';

export const asJson = (status: number, value: unknown, headers: Rendered['headers'] = {}): Rendered => ({
  status,
  headers,
  body: JSON.stringify(value),
});

/** An answer that names where the new thing is. */
export const withLocation =
  <Answer>(status: number, location: (answer: Answer) => string) =>
  (answer: Answer): Rendered =>
    asJson(status, answer, { location: location(answer) });

export const send = (reply: FastifyReply, { status, headers = {}, body }: Rendered): FastifyReply =>
  reply.code(status).headers(headers).type('application/json; charset=utf-8').send(body);

/** A request to answer; of routes with a contract, the input of the handler. */
export interface Answering {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly warnings?: PublicInput<unknown, unknown, string>['warnings'];
  readonly addWarnings?: PublicInput<unknown, unknown, string>['addWarnings'];
}

/**
 * The one way of every POST that creates or changes something. Does the work, or sends the answer again that the same request with the same
 * Idempotency-Key got before. The work writes in one transaction that has the guard around it: see records/writing/guarded-write.ts.
 */
export async function answerOnce<Answer>(
  deps: HasDatabase & HasSealer,
  { request, reply, addWarnings }: Answering,
  render: (answer: Answer) => Rendered,
  work: (guard?: Guard<Answer>) => Promise<Answer>,
  /** What else makes the request what it is. */
  further: readonly string[] = [],
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key'];
  const warned = (answer: Answer): Rendered => {
    const rendered = render(answer);
    return addWarnings ? { ...rendered, body: JSON.stringify(addWarnings(JSON.parse(rendered.body))) } : rendered;
  };
  if (typeof key !== 'string') return send(reply, warned(await work()));
  if (key.trim() === '' || key.length > 255)
    throw refuse('REQ009', 'Idempotency-Key must have 1 to 255 characters.', 'Idempotency-Key');
  const caller = callerOf(request);
  const draft = caller.draft === undefined ? [] : [`draft ${caller.draft}`];
  const fingerprint = [request.method, request.url, ...draft, ...further, request.rawBody ?? ''];
  const answer = await idempotently(deps, caller, { key, fingerprint }, warned, work);
  if (answer.replayed) reply.header('idempotency-replayed', 'true');
  return send(reply, answer);
}

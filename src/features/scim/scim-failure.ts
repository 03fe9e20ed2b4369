import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import type { Refusal } from '../../domain/errors.ts';
import { ERROR_SCHEMA } from '../../domain/scim/names.ts';
import { type FailureContext, toRefusal } from '../../platform/http/refuse.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

/** Whether a request is for SCIM, also if the rest of its path cannot be read or leads nowhere. */
export const isScim = ({ url }: Pick<FastifyRequest, 'url'>): boolean => /^\/+scim\/+v2(?=[/?]|$)/i.test(url);

/** Errors in the form that SCIM clients read. */
export const sendScimFailure =
  (context: FailureContext) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = toRefusal(error, context, request);
    const { status } = errorCatalogue[refusal.detail.code];
    if (status >= 500) request.log.error({ err: error, internal: refusal.internal }, 'request failed');
    else request.log.info({ code: refusal.detail.code, internal: refusal.internal }, refusal.detail.message);
    const scimType = typeOf(refusal);
    reply
      .code(status)
      .header('x-request-id', request.id)
      .headers(refusal.headers)
      .type(SCIM_TYPE)
      .send({
        schemas: [ERROR_SCHEMA],
        status: String(status),
        ...(scimType === undefined ? {} : { scimType }),
        detail: detailOf(refusal),
        // Beside what SCIM has: the code that docs/reference/errors.md explains.
        code: refusal.detail.code,
      });
  };

/** Calls of a batch mean nothing to a client of SCIM: only what is wrong with the user. */
function detailOf({ detail, extra }: Refusal): string {
  const results = Array.isArray(extra['results']) ? (extra['results'] as readonly { message?: string }[]) : [];
  const messages = results.flatMap(({ message }) => message ?? []);
  return messages.length > 0 ? messages.slice(0, 3).join(' ') : detail.message;
}

function typeOf({ detail, extra }: Refusal): string | undefined {
  if (typeof extra['scimType'] === 'string') return extra['scimType'];
  if (detail.parameter === 'filter') return 'invalidFilter';
  const { status } = errorCatalogue[detail.code];
  if (detail.code === 'APP035') return 'uniqueness';
  if (status !== 400) return undefined;
  return ['REQ001', 'REQ002', 'REQ007'].includes(detail.code) ? 'invalidSyntax' : 'invalidValue';
}

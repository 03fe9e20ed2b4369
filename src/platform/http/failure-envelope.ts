import { STATUS_CODES } from 'node:http';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import type { Problem } from '../../domain/errors.ts';

/** The body of every refusal and failure: both families of keys that public clients read. */
export function failureEnvelope(
  problem: Problem,
  requestId: string,
  extra: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { status, title } = errorCatalogue[problem.code];
  const core = { Error: title, Description: problem.message, Code: problem.code };
  return {
    ...core,
    Link: `/docs/errors#${problem.code.toLowerCase()}`,
    content: JSON.stringify(core),
    contentType: 'application/json',
    statusCode: status,
    success: false,
    message: problem.message,
    status,
    phrase: STATUS_CODES[status] ?? title,
    requestId,
    ...(problem.parameter === undefined ? {} : { parameter: problem.parameter }),
    ...extra,
  };
}

import { STATUS_CODES } from 'node:http';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import type { ErrorDetail } from '../../domain/errors.ts';

/** The body of every refusal and failure: both families of keys that public clients read. */
export function failureEnvelope(
  detail: ErrorDetail,
  requestId: string,
  extra: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { status, title } = errorCatalogue[detail.code];
  const core = { Error: title, Description: detail.message, Code: detail.code };
  return {
    ...core,
    Link: `/docs/errors#${detail.code.toLowerCase()}`,
    content: JSON.stringify(core),
    contentType: 'application/json',
    statusCode: status,
    success: false,
    message: detail.message,
    status,
    phrase: STATUS_CODES[status] ?? title,
    requestId,
    ...(detail.parameter === undefined ? {} : { parameter: detail.parameter }),
    ...(detail.parameters === undefined ? {} : { parameters: detail.parameters }),
    ...extra,
  };
}

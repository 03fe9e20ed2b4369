import { STATUS_CODES } from 'node:http';
import { errorCatalogue } from '../../domain/error-catalogue.ts';
import type { Problem } from '../../domain/errors.ts';
import type { WriteAnswer } from '../writing/write-calls.ts';

/**
 * One body that every public client library can read: two parse the string in `content`, others read the camelCase keys, one shows only the
 * reason phrase. The word "error" never stands in a success, because one client takes it for a failure.
 */
export function successEnvelope(answer: WriteAnswer): Record<string, unknown> {
  const { success, results, counts, warnings, appointments, changes, impact, shown } = answer;
  const message = success ? null : `${counts.rejected} of ${results.length} calls were rejected; the rest is stored.`;
  const content = {
    Success: success,
    Message: message,
    Status: 200,
    Phrase: 'OK',
    Appointments: appointments.map(({ id, guid }) => ({ Id: id, Guid: guid })),
  };
  return {
    content: JSON.stringify(content),
    contentType: 'application/json',
    statusCode: 200,
    success,
    message,
    status: 200,
    phrase: 'OK',
    appointments,
    results,
    counts,
    warnings,
    changes,
    ...(impact ? { impact } : {}),
    ...shown,
  };
}

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

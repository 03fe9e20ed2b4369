import type { WriteAnswer } from '../writing/write-answer.ts';

/**
 * One body that every public client library can read: two parse the string in `content`, others read the camelCase keys, one shows only the
 * reason phrase. A success never contains the word "error", because one client treats it as a failure.
 */
export function successEnvelope(answer: WriteAnswer): Record<string, unknown> {
  const { success, results, counts, warnings, appointments, changes, impact, shown } = answer;
  const message = success
    ? null
    : `${counts.rejected} of ${results.length} calls were rejected; the others are stored.`;
  const content = {
    Success: success,
    Message: message,
    Status: 200,
    Phrase: 'OK',
    Appointments: appointments.map(inPascalCase),
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

const inPascalCase = ({ id, guid }: WriteAnswer['appointments'][number]): { Id: number; Guid: string } => ({
  Id: id,
  Guid: guid,
});

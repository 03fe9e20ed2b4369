import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { type Call, sentValue } from './call.ts';

/** What a record says of the system that it belongs to. */
interface Sourced {
  readonly sourceApp: string | null;
  readonly sourceType: string | null;
}

/**
 * Whether a call that names a record by its id also names another source than that of the record. An id is easily mistaken: such a call
 * is passed over instead of changing a record of another system. What is not sent, or sent empty, is not compared.
 */
export function otherSource(call: Call, record: Sourced, name: string): ErrorDetail | undefined {
  for (const [property, parameter] of [
    ['sourceApp', 'SourceApp'],
    ['sourceType', 'SourceType'],
  ] as const) {
    const sent = sentValue(call, property) ?? call.options[property];
    const stored = record[property] ?? '';
    if (typeof sent !== 'string' || sent === stored || foldKeyPart(sent) === foldKeyPart(stored)) continue;
    return errorDetail(
      'APP007',
      `${parameter}: ${name} belongs to ${stored === '' ? 'no source system' : stored}, not to ${sent.slice(0, 60)}; nothing was changed.`,
      parameter,
    );
  }
  return undefined;
}

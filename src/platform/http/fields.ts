import { refuse } from '../../domain/errors.ts';
import { LONGEST_PROPERTY } from '../../domain/text-limits.ts';

/** The properties of a body, their names without case; a body that is no object has none. */
export const fields = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
    : {};

export function needText(sent: Record<string, unknown>, name: string, most = LONGEST_PROPERTY): string {
  const value = sent[name.toLowerCase()];
  if (typeof value !== 'string' || value === '')
    throw refuse('REQ015', `${name} is required and must be a string.`, name);
  return limited(value, name, most);
}

/** Compared before anything else is done with the text. */
function limited(text: string, name: string, most: number): string {
  if (text.length > most) throw refuse('REQ013', `${name}: at most ${most} characters.`, name);
  return text;
}

/** Undefined where it is not sent, or empty. */
export function optionalText(sent: Record<string, unknown>, name: string, most = LONGEST_PROPERTY): string | undefined {
  const value = sent[name.toLowerCase()];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw refuse('REQ014', `${name} must be a string.`, name);
  return limited(value, name, most);
}

import type { Kind } from '../../src/platform/contract/kind.ts';
import { readWhole } from '../../src/platform/contract/object.ts';

/** Reads a body or a query as its route would: the value, or the code and parameter of the refusal. */
export function readBy<T>(
  kind: Kind<T> | undefined,
  sent: unknown,
  how: { readonly isQuery?: true } = {},
): { read?: T; code?: string; parameter?: string; warnings?: readonly { parameter: string }[] } {
  if (!kind) throw new Error('the contract takes no such value');
  const warnings: { parameter: string; message: string }[] = [];
  try {
    return { read: readWhole(kind, sent, { zone: 'Europe/Brussels', warnings, ...how }), warnings };
  } catch (error) {
    const { code, parameter } = (error as { detail: { code: string; parameter?: string } }).detail;
    return { code, ...(parameter === undefined ? {} : { parameter }) };
  }
}

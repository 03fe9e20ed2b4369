import type { Procedure } from '../derive/model.ts';
import type { SentCall } from './sent-call.ts';

/** A REST object is a call whose parameter names are its properties. */
export const fromObject = (
  procedure: Procedure | string,
  record: Readonly<Record<string, unknown>>,
  expected?: number | 'any',
): SentCall => ({
  procedure,
  names: Object.keys(record),
  values: Object.values(record),
  ...(expected === undefined ? {} : { expected }),
});

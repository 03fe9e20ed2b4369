import { foldKey } from '../../domain/natural-key.ts';

/** Numbers of records compare as keys do: what is the same under another spelling keeps the spelling first stored. */
export const differs = (property: string, sent: unknown, stored: unknown): boolean =>
  sent !== undefined &&
  sent !== stored &&
  (!NUMBERS.includes(property) || foldKey([sent as string]) !== foldKey([stored as string]));

const NUMBERS = ['resourceNo', 'jobNo', 'taskNo', 'backofficeID'];

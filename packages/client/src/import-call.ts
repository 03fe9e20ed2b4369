import type { Schemas } from './schema.ts';

/** A call of POST /import: it names the parameters of a procedure and gives their values in the same order. */
export const importCall = (
  procedure: string,
  values: Readonly<Record<string, string | number | boolean | null>>,
): Schemas['ImportCall'] => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(values),
  ParameterValues: Object.values(values),
});

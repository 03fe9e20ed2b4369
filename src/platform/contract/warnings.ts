import type { ContractWarning, JsonSchema } from './kind.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object of a response with the warnings added to its own; lists and texts have no room for warnings. */
export function withWarnings(answer: unknown, warnings: readonly ContractWarning[], asTexts = false): unknown {
  if (warnings.length === 0 || !isObject(answer)) return answer;
  const own: readonly unknown[] = Array.isArray(answer['warnings']) ? answer['warnings'] : [];
  return { ...answer, warnings: [...own, ...(asTexts ? warnings.map(({ message }) => message) : warnings)] };
}

const text = { type: 'string' };
const warningSchema = {
  type: 'object',
  properties: { parameter: text, message: text },
  required: ['parameter', 'message'],
};

/** The property `warnings` of a response. */
export const warningsSchema = { type: 'array', items: warningSchema };

/** Schemas of responses to a body, with the warnings of unknown properties where a schema has room for them. */
export const describesWarnings = (
  response: Readonly<Record<number, JsonSchema>>,
  asTexts = false,
): Readonly<Record<number, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(response).map(([status, schema]) => {
      const properties = schema['properties'];
      if (!isObject(properties) || 'warnings' in properties) return [status, schema];
      const warnings = asTexts ? { type: 'array', items: text } : warningsSchema;
      return [status, { ...schema, properties: { ...properties, warnings } }];
    }),
  );

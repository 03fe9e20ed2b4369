import type { Schema } from './api-description.ts';
import { resolved, type Schemas } from './schema-html.ts';

const DEEPEST = 5;
/** Of an object without required properties, so that the example is not empty. */
const SHOWN = 3;

/** A value to start from: the required properties of an object, or its first ones. */
export function exampleValue(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const whole = resolved(schema, schemas);
  if (whole.examples && whole.examples.length > 0) return whole.examples[0];
  if (whole.default !== undefined) return whole.default;
  if (whole.enum && whole.enum.length > 0) return whole.enum[0];
  const [alternative] = whole.oneOf ?? whole.anyOf ?? [];
  if (alternative) return exampleValue(alternative, schemas, depth);
  const type = [whole.type ?? (whole.properties ? 'object' : 'string')].flat().find((each) => each !== 'null');
  if (type === 'object') return depth >= DEEPEST ? {} : exampleObject(whole, schemas, depth);
  if (type === 'array') return whole.items && depth < DEEPEST ? [exampleValue(whole.items, schemas, depth + 1)] : [];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, whole.minimum ?? 1);
  return exampleText(whole);
}

function exampleObject(whole: Schema, schemas: Schemas, depth: number): Record<string, unknown> {
  const properties = Object.entries(whole.properties ?? {}).filter(([, { readOnly }]) => !readOnly);
  const required = properties.filter(([name]) => whole.required?.includes(name));
  const shown = required.length > 0 ? required : properties.slice(0, SHOWN);
  return Object.fromEntries(shown.map(([name, value]) => [name, exampleValue(value, schemas, depth + 1)]));
}

function exampleText({ format }: Schema): string {
  if (format === 'date-time') return '2026-07-01T08:00:00Z';
  if (format === 'date') return '2026-07-01';
  if (format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return format === 'uri' ? 'https://example.com' : 'text';
}

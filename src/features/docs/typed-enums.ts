const typeOf = (value: unknown): string =>
  value === null ? 'null' : Number.isInteger(value) ? 'integer' : Array.isArray(value) ? 'array' : typeof value;

/**
 * Schemas whose values are listed get the type of these values: readers of API descriptions, the page of this service among them, take a schema
 * without a type for a mistake. It changes what it is given.
 */
export function typeEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Record<string, unknown>;
  if (Array.isArray(schema['enum']) && schema['type'] === undefined) {
    const types = [...new Set(schema['enum'].map(typeOf))];
    schema['type'] = types.length === 1 ? types[0] : types;
  }
  for (const child of Object.values(schema)) typeEnums(child);
}

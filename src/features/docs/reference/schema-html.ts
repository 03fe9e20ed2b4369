import type { Schema } from './api-description.ts';
import { Html, html, prose } from './html.ts';

export type Schemas = Readonly<Record<string, Schema>>;

/** Fields of fields of fields are shown; below that only the name of the schema. */
const DEEPEST = 4;

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1);

/** Follows a reference. */
export function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = nameOf(schema);
  return name === undefined
    ? schema
    : { ...schemas[name], ...(schema.description && { description: schema.description }) };
}

const alternativesOf = ({ oneOf, anyOf }: Schema): readonly Schema[] => oneOf ?? anyOf ?? [];

/** "string", "array of JobRead", "integer or null". */
export function typeName(schema: Schema): string {
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeName))].join(', or ');
  const types = [schema.type ?? (schema.properties ? 'object' : 'any value')].flat();
  return types
    .map((type) => (type === 'array' && schema.items ? `array of ${typeName(schema.items)}` : type))
    .join(' or ');
}

/** "date-time · at most 50 characters · default 20". */
export function limitsOf(schema: Schema): string {
  const { format, minimum, maximum, minLength, maxLength, maxItems, pattern } = schema;
  const shown = (name: string, value: unknown): string[] => (value === undefined ? [] : [`${name} ${value}`]);
  return [
    ...(format === undefined ? [] : [format]),
    ...shown('minimum', minimum),
    ...shown('maximum', maximum),
    ...shown('minimum length', minLength),
    ...shown('maximum length', maxLength),
    ...shown('maximum number of items', maxItems),
    ...shown('pattern', pattern),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...(schema.readOnly ? ['read-only'] : []),
  ].join(' · ');
}

export const valuesOf = ({ enum: values }: Schema): Html | undefined =>
  values &&
  html`<span class="values">${values.map((value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code> `)}</span>`;

/** The objects that a value may be or contain: itself, its items, its alternatives. */
function objectsIn(schema: Schema, schemas: Schemas): { readonly name: string | undefined; readonly object: Schema }[] {
  const whole = resolved(schema, schemas);
  if (whole.properties) return [{ name: nameOf(schema), object: whole }];
  if (whole.items) return objectsIn(whole.items, schemas);
  const found = alternativesOf(whole).flatMap((each) => objectsIn(each, schemas));
  const extra = whole.additionalProperties;
  if (typeof extra === 'object') found.push(...objectsIn(extra, schemas));
  // One object or an array of it: the fields are shown once.
  return found.filter((each, i) => each.name === undefined || found.findIndex(({ name }) => name === each.name) === i);
}

/** The fields of a schema, with those of nested objects behind a click. */
export function fieldsOf(schema: Schema, schemas: Schemas, above: readonly string[] = []): Html | undefined {
  const objects = objectsIn(schema, schemas).filter(({ name }) => name === undefined || !above.includes(name));
  if (objects.length === 0 || above.length >= DEEPEST) return undefined;
  return new Html(
    objects
      .map(({ name, object }) => {
        const fields = Object.entries(object.properties ?? {}).map(([field, value]) =>
          fieldOf(field, value, object.required?.includes(field) ?? false, schemas, [...above, name ?? '']),
        );
        const title = objects.length > 1 && name !== undefined ? html`<p class="soft">${name}</p>` : undefined;
        return html`${title}<ul class="fields">${fields}</ul>`.text;
      })
      .join(''),
  );
}

function fieldOf(name: string, schema: Schema, isRequired: boolean, schemas: Schemas, above: readonly string[]): Html {
  const whole = resolved(schema, schemas);
  const nested = fieldsOf(schema, schemas, above);
  const limits = limitsOf(whole);
  return html`<li><code class="name">${name}</code> <span class="type">${typeName(schema)}</span>${
    isRequired ? html` <span class="required">required</span>` : undefined
  }${limits === '' ? undefined : html` <span class="soft">${limits}</span>`}${
    whole.description ? html`<div>${prose(whole.description)}</div>` : undefined
  }${valuesOf(whole)}${nested && html`<details><summary>Fields of ${name}</summary>${nested}</details>`}</li>`;
}

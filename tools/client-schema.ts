/**
 * The API description as TypeScript types, for the client package and the web application. Our own, because the usual generator needs the
 * compiler API of TypeScript 5, and because the part of JSON Schema that our declarations use fits on a page (docs/decisions/0143).
 */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
export interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const named = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'unknown';
  if (schema.$ref) return `Schemas[${JSON.stringify(schema.$ref.split('/').at(-1))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  // Beside properties they say only which of these are needed together.
  const either = schema.properties ? undefined : (schema.oneOf ?? schema.anyOf);
  if (either) return either.map((each) => `(${typeOf(each)})`).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => `(${typeOf(each)})`).join(' & ');
  const types = [schema.type ?? (schema.properties ? 'object' : [])].flat();
  if (types.length === 0) return 'unknown';
  return types
    .map((type) => (type === 'array' ? arrayOf(schema) : type === 'object' ? objectOf(schema) : PLAIN[type]))
    .join(' | ');
}

const arrayOf = ({ items }: Schema): string => `readonly (${typeOf(items)})[]`;

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const own = Object.entries(properties).map(
    ([name, schema]) => `readonly ${named(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  const more = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  // Beside properties of its own the rest must fit them all.
  if (own.length === 0) own.push(`readonly [name: string]: ${typeOf(more)}`);
  else if (more) own.push('readonly [name: string]: unknown');
  return `{ ${own.join('; ')} }`;
}

const jsonOf = (content: Content | undefined): Schema | undefined => content?.content?.['application/json']?.schema;

/** Parameters of one place. Where none is required the whole object may be left out. */
function parametersOf(operation: Operation, place: string): string {
  const own = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
  // Lists take every property of their records as a filter.
  const open = place === 'query' ? '; readonly [filter: string]: unknown' : '';
  const members = own.map(
    ({ name, required, schema }) => `readonly ${named(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
  );
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('; ')}${open} }`;
}

function operationOf(operation: Operation): string {
  // A route may have several responses, such as one that shows a plan or queues the work. What is not JSON comes as the Response itself.
  const answers = Object.entries(operation.responses)
    .filter(([status, answer]) => /^2/.test(status) && answer.content)
    .map(([, answer]) => (jsonOf(answer) ? typeOf(jsonOf(answer)) : 'Response'));
  return `{ path: ${parametersOf(operation, 'path')}; query: ${parametersOf(operation, 'query')}; body: ${
    operation.requestBody ? typeOf(jsonOf(operation.requestBody)) : 'undefined'
  }; answer: ${[...new Set(answers)].join(' | ') || 'undefined'} }`;
}

/** What the generators of the client read of openapi.json. */
export interface Description {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** packages/client/src/schema.ts from openapi.json. */
export function clientSchema(description: string): string {
  const { paths, components } = JSON.parse(description) as Description;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => `  ${named(name)}: ${typeOf(schema)};`);
  const routes = Object.entries(paths).map(([path, operations]) => {
    const verbs = Object.entries(operations).map(([verb, operation]) => `    ${verb}: ${operationOf(operation)};`);
    return `  ${JSON.stringify(path)}: {\n${verbs.join('\n')}\n  };`;
  });
  return [
    '// Generated by `npm run generate` from openapi.json. Do not edit.',
    `export interface Schemas {\n${schemas.join('\n')}\n}`,
    `export interface Paths {\n${routes.join('\n')}\n}`,
    '',
  ].join('\n\n');
}

import {
  type PackageField,
  type PackagePart,
  type PartName,
  packageParts,
  partNames,
} from '../../domain/setup-package.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { longestOf } from '../../records/entities/kit.ts';

type Schema = Readonly<Record<string, unknown>>;

const NOT_BLANK = '\\S';
const EMAIL = '^[^\\s@]+@[^\\s@]+$';
const text: Schema = { type: 'string', pattern: NOT_BLANK };
const email: Schema = { type: 'string', pattern: EMAIL, maxLength: 254 };
const short: Schema = { type: ['string', 'null'], maxLength: 200 };

function fieldSchema(part: PackagePart, name: string, field: PackageField): Schema {
  const spec = field.links
    ? undefined
    : modelNamed(part.entity).columns.find(({ property }) => property === name)?.spec;
  const length = spec?.max === undefined ? {} : { maxLength: longestOf(spec) };
  const about = field.about ?? spec?.note;
  const words = Object.values(spec?.choices ?? {});
  const base: Record<PackageField['kind'], Schema> = {
    text: { type: 'string', ...length },
    email,
    flag: { type: 'boolean' },
    word: { enum: [...words, ...words.map((word) => word.toLowerCase())] },
    texts: { type: 'array', items: { ...text, ...length }, uniqueItems: true },
    object: { type: 'object' },
    filterValues: {
      type: 'array',
      items: { type: 'object', properties: { group: text, value: text }, required: ['group', 'value'] },
    },
  };
  const shape = field.required
    ? { ...base[field.kind], pattern: base[field.kind]['pattern'] ?? NOT_BLANK }
    : orNull(base[field.kind]);
  return { ...shape, ...(about === undefined ? {} : { description: about }) };
}

const orNull = (schema: Schema): Schema =>
  Array.isArray(schema['enum'])
    ? { ...schema, enum: [...schema['enum'], null] }
    : { ...schema, type: [schema['type'], 'null'] };

function partSchema(part: PackagePart): Schema & { readonly properties: Schema } {
  const fields = Object.entries(part.fields);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(part, name, field)])),
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
  };
}

const documentSchema = (name: PartName): Schema => {
  const schema = partSchema(packageParts[name]);
  return {
    ...schema,
    properties: { type: { const: name }, ...schema.properties },
    required: ['type', packageParts[name].key],
  };
};

const configuration: Schema = {
  type: 'object',
  propertyNames: { pattern: NOT_BLANK, maxLength: 100 },
  description: 'Settings by their names; a value is any JSON.',
};

const head: Schema = { $schema: {}, name: short, version: short, owner: email, notificationEmail: orNull(email) };

/** JSON Schema 2020-12 of a setup package, for editors and for tests. Property names match without regard to case; a schema can only show the usual spelling. */
export function setupPackageSchema(): Schema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Openslot setup package',
    description: 'A tenant’s configuration: layouts, profiles, roles, users and configuration values. JSON or JSON5.',
    type: 'object',
    required: ['owner'],
    if: { properties: { type: { const: 'bundle' } }, required: ['type'] },
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: {
      properties: {
        ...head,
        type: { const: 'bundle' },
        documents: {
          type: 'array',
          items: {
            oneOf: [
              ...partNames.map(documentSchema),
              {
                type: 'object',
                properties: { type: { const: 'configuration' }, key: { ...text, maxLength: 100 }, value: {} },
                required: ['type', 'key'],
              },
              {
                type: 'object',
                properties: { type: { const: 'configuration' }, values: configuration },
                required: ['type', 'values'],
              },
            ],
          },
          contains: { type: 'object', properties: { type: { const: 'profile' } }, required: ['type'] },
        },
      },
      required: ['documents'],
    },
    else: {
      properties: {
        ...head,
        ...Object.fromEntries(
          partNames.map((name) => {
            const list = { type: 'array', items: partSchema(packageParts[name]) };
            return [packageParts[name].list, name === 'profile' ? { ...list, minItems: 1 } : orNull(list)];
          }),
        ),
        configuration: orNull(configuration),
      },
      required: ['profiles'],
    },
  };
}

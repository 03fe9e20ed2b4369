import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonSchema, Kind } from '../../../src/platform/contract/kind.ts';
import { readWhole } from '../../../src/platform/contract/object.ts';
import { refusalOf } from '../../support/body-reader.ts';

/**
 * What the API description calls required is what the parser refuses to go without: for the body of every contract, each property is left out once.
 */
interface WithBody {
  readonly method: string;
  readonly path: string;
  readonly body: Kind<unknown>;
}

const FOLDER = new URL('../../../src/features/', import.meta.url);
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => /contract\.ts$/.test(name));
const modules = await Promise.all(
  files.map((name) => import(new URL(name, FOLDER).href) as Promise<Readonly<Record<string, unknown>>>),
);
const isContract = (value: unknown): value is WithBody =>
  typeof value === 'object' && value !== null && 'path' in value && 'body' in value && value.body !== undefined;
const contracts = modules.flatMap((module) => Object.values(module).flat()).filter(isContract);

/** Properties that the use case needs, after the body was read: tests of these routes send bodies without them. */
const NEEDED_LATER: Readonly<Record<string, readonly string[]>> = {
  'POST /changes/undo': ['requestId'],
};

/** Properties that exclude another one of the body. */
const EXCLUDED: Readonly<Record<string, readonly string[]>> = {
  'POST /board/actions/:id/run': ['task'],
  'POST /attachment': ['appointmentNo', 'sourceApp', 'sourceType', 'jobNo', 'taskNo'],
};

/** Properties of which one is needed, whichever it is. */
const ONE_OF_SEVERAL: Readonly<Record<string, readonly string[]>> = {
  'POST /attachment': ['resourceNo'],
};

type Schema = JsonSchema & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly { readonly required?: readonly string[] }[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
};

/** Values that a schema cannot tell. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  duration: 'PT1H',
  granularity: 'PT15M',
  timeZone: 'Europe/Brussels',
  date: '2027-06-01',
  recurrenceRule: 'FREQ=DAILY;COUNT=2',
  attachmentGuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  contentType: 'image/png',
  sha256: '0'.repeat(64),
  years: [2027],
  weights: { distance: 1 },
  latitude: 51,
  longitude: 4,
  locationMode: 'home',
  until: '2027-06-01T08:00:00Z',
  end: '2027-06-01T18:00:00Z',
};

function sample(schema: Schema, name: string): unknown {
  if (name in SAMPLES) return SAMPLES[name];
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf) return sample(schema.oneOf[0] ?? {}, name);
  switch ([schema.type].flat()[0]) {
    case 'array':
      return [sample(schema.items ?? {}, name)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 1));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([each, property]) => [each, sample(property, each)]),
      );
    default:
      return schema['format'] === 'date-time' || /date|start|end|from|before|At$/i.test(name)
        ? '2027-06-01T08:00:00Z'
        : 'x';
  }
}

const reads = (body: Kind<unknown>, sent: unknown) =>
  refusalOf(() => readWhole(body, sent, { zone: 'Europe/Brussels', warnings: [] }));

const objects = contracts.filter(({ body }) => (body.schema as Schema).type === 'object');

describe('the body of', () => {
  test('many contracts is looked at', () => {
    expect(objects.length).toBeGreaterThan(25);
  });

  test.each(objects.map((each) => [`${each.method} ${each.path}`, each] as const))('%s', (name, { body }) => {
    const schema = body.schema as Schema;
    const sampled = Object.entries(sample(schema, '') as Record<string, unknown>);
    const whole = Object.fromEntries(sampled.filter(([property]) => !EXCLUDED[name]?.includes(property)));
    expect(reads(body, whole)).toBeUndefined();
    const refused = Object.keys(schema.properties ?? {}).filter((property) => {
      const { [property]: _left, ...rest } = whole;
      return reads(body, rest) !== undefined && !ONE_OF_SEVERAL[name]?.includes(property);
    });
    expect([...refused, ...(NEEDED_LATER[name] ?? [])].sort()).toEqual([...(schema.required ?? [])].sort());
  });
});

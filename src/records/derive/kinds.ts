import { parseDocument, type Shape } from '../../domain/documents.ts';
import { LONGEST_DOCUMENT, LONGEST_VALUE } from '../../domain/text-limits.ts';
import { formatInstant, knownZone } from '../../domain/time/zone.ts';
import {
  Invalid,
  isWire,
  parseBoolean,
  parseChoice,
  parseCoordinate,
  parseDate,
  parseDecimal,
  parseGuid,
  parseInstant,
  parseInteger,
  parseLength,
  parseText,
  parseTexts,
  parseTimeOfDay,
  parseUnzoned,
  tooLong,
  type Wire,
} from '../../domain/values/parse.ts';
import { formatTimeSpan } from '../../domain/values/time-span.ts';
import type { Column, KindName } from '../entities/kit.ts';

/** What a kind of column means everywhere: in the database, on the way in, on the way out and in the API description. */
export interface Kind {
  sql(column: Column): string;
  /** The stored value, null for "no value", or what is wrong. */
  parse(value: unknown, column: Column, zone: string): unknown;
  /** A stored value (as the driver or a JSON document of the change log gives it) as answers show it. */
  show(value: unknown, zone: string): unknown;
  schema(column: Column): Record<string, unknown>;
  /** The type as the interface writes it. */
  label(column: Column): string;
}

/** `most` is Infinity where `parse` compares the length itself. */
const scalar =
  (parse: (value: Wire, column: Column, zone: string) => unknown, most = LONGEST_VALUE) =>
  (value: unknown, column: Column, zone: string) => {
    if (!isWire(value)) return new Invalid('REQ014', 'must be a single value, not a list or an object');
    return typeof value === 'string' && value.length > most ? tooLong(value.length, most) : parse(value, column, zone);
  };

const asIs = (value: unknown): unknown => value;
const wide: readonly [number, number] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

export const kinds: Readonly<Record<KindName, Kind>> = {
  text: {
    sql: () => 'text',
    parse: scalar((value, column) => {
      const text = parseText(value, column.max);
      return text === '0' && column.zeroIsNone ? null : text;
    }, Number.POSITIVE_INFINITY),
    show: asIs,
    schema: (column) => ({ type: 'string', ...(column.max === undefined ? {} : { maxLength: column.max }) }),
    label: (column) => `nvarchar(${column.max ?? 'max'})`,
  },
  zone: {
    sql: () => 'text',
    parse: scalar((value) => {
      if (value === null || value === '') return null;
      return (
        knownZone(String(value)) ??
        new Invalid('REQ014', `${JSON.stringify(value)} is not a time zone such as Europe/Brussels`)
      );
    }),
    show: asIs,
    schema: () => ({ type: 'string', examples: ['Europe/Brussels'] }),
    label: () => 'IANA time zone',
  },
  secret: {
    sql: () => 'text',
    parse: scalar((value, column) => parseText(value, column.max), Number.POSITIVE_INFINITY),
    show: () => undefined,
    schema: (column) => ({
      type: 'string',
      writeOnly: true,
      ...(column.max === undefined ? {} : { maxLength: column.max }),
    }),
    label: (column) => `nvarchar(${column.max ?? 'max'}), never shown`,
  },
  integer: {
    sql: (column) => ((column.bounds ?? wide)[1] > 2147483647 ? 'bigint' : 'integer'),
    parse: scalar((value, column) => {
      const number = parseInteger(value, column.bounds ?? wide);
      return number === 0 && column.zeroIsNone ? null : number;
    }),
    show: asIs,
    schema: () => ({ type: 'integer' }),
    label: (column) => ((column.bounds ?? wide)[1] > 2147483647 ? 'bigint' : 'int'),
  },
  decimal: {
    sql: () => 'numeric(18,6)',
    parse: scalar((value) => parseDecimal(value)),
    show: (value) => (value === null ? null : Number(value)),
    schema: () => ({ type: 'number' }),
    label: () => 'decimal(18,6)',
  },
  coordinate: {
    sql: () => 'double precision',
    parse: scalar((value, column) => parseCoordinate(value, column.bounds ?? [-180, 180])),
    show: asIs,
    schema: (column) => ({ type: 'number', minimum: column.bounds?.[0], maximum: column.bounds?.[1] }),
    label: () => 'float',
  },
  boolean: {
    sql: () => 'boolean',
    parse: scalar((value) => parseBoolean(value)),
    show: asIs,
    schema: () => ({ type: 'boolean' }),
    label: () => 'bit',
  },
  instant: {
    sql: () => 'timestamptz',
    parse: scalar((value, _column, zone) => parseInstant(value, zone)),
    show: (value, zone) =>
      value === null ? null : formatInstant(zone, typeof value === 'number' ? value : Date.parse(String(value))),
    schema: () => ({ type: 'string', format: 'date-time' }),
    label: () => 'datetime',
  },
  resourceInstant: {
    sql: () => 'timestamptz',
    parse: scalar((value) => parseUnzoned(value)),
    show: (value, zone) =>
      value === null ? null : formatInstant(zone, typeof value === 'number' ? value : Date.parse(String(value))),
    schema: () => ({ type: 'string', format: 'date-time' }),
    label: () => 'datetime2',
  },
  date: {
    sql: () => 'date',
    parse: scalar((value, _column, zone) => parseDate(value, zone)),
    show: asIs,
    schema: () => ({ type: 'string', format: 'date' }),
    label: () => 'date',
  },
  timeOfDay: {
    sql: () => 'time(3)',
    parse: scalar((value) => parseTimeOfDay(value)),
    show: (value) => (typeof value === 'string' ? value.replace(/\.0+$/, '') : null),
    schema: () => ({ type: 'string', pattern: '^\\d{2}:\\d{2}:\\d{2}' }),
    label: () => 'time',
  },
  timeSpan: {
    sql: () => 'bigint',
    parse: scalar((value) => parseLength(value)),
    show: (value) => (value === null ? null : formatTimeSpan(Number(value))),
    schema: () => ({ type: 'string', pattern: '^-?(\\d+\\.)?\\d{2}:\\d{2}:\\d{2}' }),
    label: () => 'time span',
  },
  guid: {
    sql: () => 'uuid',
    parse: scalar((value) => parseGuid(value)),
    show: asIs,
    schema: () => ({ type: 'string', format: 'uuid' }),
    label: () => 'uniqueidentifier',
  },
  choice: {
    sql: () => 'integer',
    parse: scalar((value, column) => parseChoice(value, column.choices ?? {})),
    show: asIs,
    schema: (column) => ({
      type: 'integer',
      enum: Object.keys(column.choices ?? {}).map(Number),
      description: Object.entries(column.choices ?? {})
        .map(([number, name]) => `${number} ${name}`)
        .join(', '),
    }),
    label: () => 'int',
  },
  texts: {
    sql: () => 'text[]',
    parse: (value, column) =>
      isWire(value) || Array.isArray(value)
        ? parseTexts(value, column.max)
        : new Invalid('REQ014', 'must be a list of texts or texts joined with ;'),
    show: (value) => value ?? [],
    schema: () => ({ type: 'array', items: { type: 'string' } }),
    label: () => 'texts joined with ;',
  },
  document: {
    sql: () => 'jsonb',
    parse: (value, column) =>
      typeof value === 'string' && value.length > LONGEST_DOCUMENT
        ? tooLong(value.length, LONGEST_DOCUMENT)
        : parseDocument(value, column.shape as Shape),
    show: asIs,
    schema: ({ shape }) =>
      shape === 'object'
        ? { type: 'object' }
        : shape === 'json'
          ? { type: ['object', 'array', 'string', 'number', 'boolean'] }
          : { type: 'array', items: {} },
    label: () => 'JSON',
  },
};

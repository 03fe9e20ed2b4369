import { parseDocument, type Shape } from '../../domain/documents.ts';
import { LONGEST_DOCUMENT, LONGEST_VALUE } from '../../domain/text-limits.ts';
import { namedZone } from '../../domain/time/named-zone.ts';
import { formatInstant } from '../../domain/time/zone.ts';
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
import type { TakeNote } from '../../domain/values/value-note.ts';
import { type Column, type KindName, longestOf } from '../entities/kit.ts';

/** What a kind of column means everywhere: in the database, on the way in, on the way out and in the API description. */
export interface Kind {
  sql(column: Column): string;
  /** The stored value, null for "no value", or what is wrong. What is accepted although it is not as documented is noted. */
  parse(value: unknown, column: Column, zone: string, note?: TakeNote): unknown;
  /** A stored value (as the driver or a JSON document of the change log gives it) as answers show it. */
  show(value: unknown, zone: string): unknown;
  schema(column: Column): Record<string, unknown>;
  /** The type as the interface writes it. */
  label(column: Column): string;
}

/** `most` is Infinity where `parse` compares the length itself. */
const scalar =
  (parse: (value: Wire, column: Column, zone: string, note?: TakeNote) => unknown, most = LONGEST_VALUE) =>
  (value: unknown, column: Column, zone: string, note?: TakeNote) => {
    if (!isWire(value)) return new Invalid('REQ014', 'must be a single value, not a list or an object');
    return typeof value === 'string' && value.length > most
      ? tooLong(value.length, most)
      : parse(value, column, zone, note);
  };

const asIs = (value: unknown): unknown => value;
/** Texts beyond their documented length are taken, with a note, up to the longest. */
const lengthSchema = (column: Column): Record<string, unknown> => {
  const longest = longestOf(column);
  if (longest === undefined) return {};
  return longest === column.max
    ? { maxLength: longest }
    : { maxLength: longest, description: `Documented length: ${column.max}` };
};
const wide: readonly [number, number] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

export const kinds: Readonly<Record<KindName, Kind>> = {
  text: {
    sql: () => 'text',
    parse: scalar((value, column, _zone, note) => {
      if (value === '' && column.emptyIsValue) return value;
      const text = parseText(value, longestOf(column), column.max, note);
      return text === '0' && column.zeroIsNone ? null : text;
    }, Number.POSITIVE_INFINITY),
    show: asIs,
    schema: (column) => ({ type: 'string', ...lengthSchema(column) }),
    label: (column) => `nvarchar(${column.max ?? 'max'})`,
  },
  zone: {
    sql: () => 'text',
    parse: scalar((value, _column, _zone, note) => {
      if (value === null || value === '') return null;
      return (
        namedZone(String(value), note) ??
        new Invalid('REQ014', `${JSON.stringify(value)} is not a time zone such as Europe/Brussels`)
      );
    }),
    show: asIs,
    schema: () => ({ type: 'string', examples: ['Europe/Brussels'] }),
    label: () => 'IANA time zone',
  },
  secret: {
    sql: () => 'text',
    parse: scalar(
      (value, column, _zone, note) => parseText(value, longestOf(column), column.max, note),
      Number.POSITIVE_INFINITY,
    ),
    show: () => undefined,
    schema: (column) => ({ type: 'string', writeOnly: true, ...lengthSchema(column) }),
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
    parse: scalar((value, { bounds }, _zone, note) => {
      const parsed = parseDecimal(value, note);
      return bounds && typeof parsed === 'string' && Number(parsed) < bounds[0]
        ? new Invalid('REQ014', `must be ${bounds[0]} or more`)
        : parsed;
    }),
    show: (value) => (value === null ? null : Number(value)),
    schema: ({ bounds }) => ({ type: 'number', ...(bounds ? { minimum: bounds[0] } : {}) }),
    label: () => 'decimal(18,6)',
  },
  coordinate: {
    sql: () => 'double precision',
    parse: scalar((value, column, _zone, note) => parseCoordinate(value, column.bounds ?? [-180, 180], note)),
    show: asIs,
    schema: (column) => ({ type: 'number', minimum: column.bounds?.[0], maximum: column.bounds?.[1] }),
    label: () => 'float',
  },
  boolean: {
    sql: () => 'boolean',
    parse: scalar((value, _column, _zone, note) => parseBoolean(value, note)),
    show: asIs,
    schema: () => ({ type: 'boolean' }),
    label: () => 'bit',
  },
  instant: {
    sql: () => 'timestamptz',
    parse: scalar((value, _column, zone, note) => parseInstant(value, zone, note)),
    show: (value, zone) =>
      value === null ? null : formatInstant(zone, typeof value === 'number' ? value : Date.parse(String(value))),
    schema: () => ({ type: 'string', format: 'date-time' }),
    label: () => 'datetime',
  },
  resourceInstant: {
    sql: () => 'timestamptz',
    parse: scalar((value, _column, _zone, note) => parseUnzoned(value, note)),
    show: (value, zone) =>
      value === null ? null : formatInstant(zone, typeof value === 'number' ? value : Date.parse(String(value))),
    schema: () => ({ type: 'string', format: 'date-time' }),
    label: () => 'datetime2',
  },
  date: {
    sql: () => 'date',
    parse: scalar((value, _column, _zone, note) => parseDate(value, note)),
    show: asIs,
    schema: () => ({ type: 'string', format: 'date' }),
    label: () => 'date',
  },
  timeOfDay: {
    sql: () => 'time(3)',
    parse: scalar((value, _column, _zone, note) => parseTimeOfDay(value, note)),
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
    parse: scalar((value, column) =>
      column.zeroIsNone && String(value).trim() === '0' ? null : parseChoice(value, column.choices ?? {}),
    ),
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
    parse: (value, column, _zone, note) =>
      isWire(value) || Array.isArray(value)
        ? parseTexts(value, longestOf(column), column.max, note)
        : new Invalid('REQ014', 'must be a list of texts or texts joined with ;'),
    show: (value) => value ?? [],
    schema: () => ({ type: 'array', items: { type: 'string' } }),
    label: () => 'texts joined with ;',
  },
  document: {
    sql: () => 'jsonb',
    parse: (value, column, _zone, note) =>
      typeof value === 'string' && value.length > LONGEST_DOCUMENT
        ? tooLong(value.length, LONGEST_DOCUMENT)
        : parseDocument(value, column.shape as Shape, note),
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

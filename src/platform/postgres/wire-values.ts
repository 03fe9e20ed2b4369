import pg from 'pg';

/** Instants are epoch milliseconds, dates and times text as PostgreSQL writes them, bigints numbers (they stay below 2^53). */
const { types } = pg;
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, Number],
  [types.builtins.TIMESTAMPTZ, (text) => Date.parse(`${text.replace(' ', 'T')}:00`)],
  [types.builtins.DATE, (text) => text],
  [types.builtins.TIME, (text) => text],
  [types.builtins.NUMERIC, (text) => text],
  // Arrays of bigint, as ids come in.
  [1016, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))],
]);
export const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

const isText = (value: unknown): value is string => typeof value === 'string';
const TO_ESCAPE = /["\\]/;
const quoted = (text: string): string => `"${TO_ESCAPE.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

/** Texts as PostgreSQL spells a list of them. */
export const spelledTexts = (texts: readonly string[]): string => `{${texts.map(quoted).join(',')}}`;

/** A list as PostgreSQL spells it. The driver would look at each of thousands of values several times. */
const spelledList = (list: readonly unknown[]): unknown =>
  list.every(Number.isFinite) ? `{${list.join(',')}}` : list.every(isText) ? spelledTexts(list) : list;

export const spelled = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (Array.isArray(value) ? spelledList(value) : value));

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

/** Lists of numbers as PostgreSQL spells them. The driver would escape and quote each of thousands. */
export const spelled = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (Array.isArray(value) && value.every(Number.isFinite) ? `{${value.join(',')}}` : value));

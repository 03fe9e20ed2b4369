import { type ImportField, type ImportKindName, importKinds } from '../../api/import-kinds.ts';
import type { Formats } from './convert-cell.ts';

/** Which column of a file is which parameter, and what is the same for all rows. */
export interface Mapping {
  /** Parameter by the name of a column. */
  readonly columns: Readonly<Record<string, string>>;
  /** Value by parameter, for what is in no column. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly formats: Formats;
  /** Empty cells delete what is stored; otherwise they leave it as it is. */
  readonly clears: boolean;
}

export const fieldsOf = (kind: ImportKindName): readonly ImportField[] => importKinds[kind].fields;

export const fieldOf = (kind: ImportKindName, param: string): ImportField | undefined =>
  fieldsOf(kind).find((field) => field.param === param);

/** Required parameters that neither a column nor a fixed value gives. */
export const missingFields = (kind: ImportKindName, { columns, fixed }: Mapping): readonly ImportField[] => {
  const mapped = new Set(Object.values(columns));
  return fieldsOf(kind).filter(({ param, required }) => required && !mapped.has(param) && !fixed[param]?.trim());
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
const ORDERS = ['dmy', 'mdy', 'ymd'] as const;

/** A saved mapping as far as it fits: another program may have written it, and the file may have other columns. */
export function mappingOf(
  kind: ImportKindName,
  content: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  usual: Formats,
): Mapping {
  const known = new Set(fieldsOf(kind).map(({ param }) => param));
  const used = new Set<string>();
  const kept: Record<string, string> = {};
  const saved = textsOf(content['columns']);
  for (const column of columns) {
    const param = saved[column];
    if (param === undefined || !known.has(param) || used.has(param)) continue;
    used.add(param);
    kept[column] = param;
  }
  const formats = isRecord(content['formats']) ? content['formats'] : {};
  return {
    columns: kept,
    fixed: Object.fromEntries(Object.entries(textsOf(content['fixed'])).filter(([param]) => known.has(param))),
    formats: {
      dates: ORDERS.find((order) => order === formats['dates']) ?? usual.dates,
      decimal: formats['decimal'] === ',' || formats['decimal'] === '.' ? formats['decimal'] : usual.decimal,
    },
    clears: content['clears'] === true,
  };
}

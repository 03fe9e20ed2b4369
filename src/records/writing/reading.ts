import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { type ColumnModel, identityOf, type OptionModel, type Procedure } from '../derive/model.ts';
import { constantDefault } from '../entities/kit.ts';
import { type CallShape, SENT_FROM_BACK_OFFICE } from './call.ts';

/** What reading needs to know of the request. */
export interface ReadingContext {
  /** The moment of the request, ISO 8601. */
  readonly now: string;
  /** Messages of REST routes use property names instead of import parameters. */
  readonly speak: 'param' | 'property';
  /** What SentFromBackOffice is where it is not sent, and whether the caller may send true. */
  readonly backOffice: { readonly byDefault: boolean; readonly mayClaim: boolean };
}

/** What a list of parameter names means for a procedure. Computed once per list, not per call. */
export interface Reading {
  readonly shape: CallShape;
  /** For each sent value: its place in shape.columns, an option, or nothing. */
  readonly places: readonly (number | OptionModel | undefined)[];
  readonly readers: readonly (ColumnModel | undefined)[];
  /** 0, 1, 2 … for all that is sent. */
  readonly positions: readonly number[];
  readonly unknown: readonly string[];
  /** Names of parameters that were named before, under the same or another spelling. Only the last value counts. */
  readonly repeated: readonly { readonly parameter: string; readonly first: string }[];
  readonly keyPlaces: readonly number[];
  /** The key is whole, and its parts are spelled as they are sent: so are nearly all. */
  readonly hasPlainKey: boolean;
  readonly referencePlaces: readonly (readonly number[])[];
  /** For records with several names, or that belong to one that has. */
  readonly ways: readonly NamedForm[] | undefined;
  /** Columns that name other records by any of their names. */
  readonly pointingPlaces: readonly number[];
  readonly sourceAppPlace: number;
  /** Where a further key column stands, and those that make it needless. */
  readonly otherwise: { readonly without: readonly number[]; readonly column: number } | undefined;
  /** Columns that take the value of another one when they are empty, with the place of that one. */
  readonly defaulting: readonly { readonly place: number; readonly from: number }[];
  /** What the columns hold when they are sent empty, and what the options are when they are not sent. */
  readonly empty: readonly unknown[];
  readonly defaults: Readonly<Record<string, boolean | string>>;
  readonly missing: ErrorDetail | undefined;
}

/** Readings by procedure and names. The calls of a batch mostly repeat the names of the one before: that is looked at first. */
export class Readings {
  readonly #known = new Map<string, Reading>();
  #last: { readonly names: readonly string[]; readonly reading: Reading } | undefined;

  find(procedure: Procedure, names: readonly string[]): Reading | undefined {
    const last = this.#last;
    if (last && last.reading.shape.procedure === procedure && sameNames(last.names, names)) return last.reading;
    const reading = this.#known.get(idOf(procedure, names));
    if (reading) this.#last = { names, reading };
    return reading;
  }

  readonly #noted = new Map<Reading, Set<string>>();

  /** Whether a parameter is asked for the first time: what holds for all calls of one form is said once. */
  isFirst(reading: Reading, parameter: string): boolean {
    const noted = this.#noted.get(reading) ?? new Set();
    this.#noted.set(reading, noted);
    const isFirst = !noted.has(parameter);
    noted.add(parameter);
    return isFirst;
  }

  keep(names: readonly string[], reading: Reading): Reading {
    this.#known.set(idOf(reading.shape.procedure, names), reading);
    this.#last = { names, reading };
    return reading;
  }
}

const idOf = (procedure: Procedure, names: readonly string[]): string =>
  `${procedure.name}\u0001${names.join('\u0001')}`;

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** How much of a name that is not known a warning repeats. */
const LONGEST_SHOWN_NAME = 200;

export interface NamedForm {
  readonly name: string;
  readonly places: readonly number[];
}

const isColumn = (part: ColumnModel | OptionModel): part is ColumnModel => 'property' in part;

/** What a column holds when a value is not sent, or sent empty. A delete that leaves a moment out does not mean now. */
export const emptyValue = ({ spec }: ColumnModel, now: string, deletes: boolean): unknown =>
  spec.default === 'now' ? (deletes ? null : now) : (constantDefault(spec) ?? (spec.kind === 'texts' ? [] : null));

function otherwiseKeyed(procedure: Procedure, placeOf: ReadonlyMap<string, number>): Reading['otherwise'] {
  const declared = procedure.model.entity.otherwiseKeyedBy;
  const column = declared && placeOf.get(declared.column);
  if (!declared || column === undefined || procedure.action !== 'upsert') return undefined;
  return { without: declared.without.flatMap((property) => placeOf.get(property) ?? []), column };
}

/** Where two names mean one parameter, the last one counts. */
function repeatedNames(names: readonly string[], parts: readonly (ColumnModel | OptionModel | undefined)[]) {
  const seen = new Map<string, number>();
  const superseded = new Set<number>();
  const repeated: { parameter: string; first: string }[] = [];
  const shown = (at: number): string => String(names[at]).slice(0, LONGEST_SHOWN_NAME);
  for (const [at, part] of parts.entries()) {
    if (part === undefined) continue;
    const meaning = isColumn(part) ? part.property : part.name;
    const before = seen.get(meaning);
    if (before !== undefined) {
      superseded.add(before);
      repeated.push({ parameter: shown(at), first: shown(before) });
    }
    seen.set(meaning, at);
  }
  return { names: repeated, superseded };
}

/** Resolves the names, and finds the missing ones. */
export function readNames(procedure: Procedure, names: readonly string[], context: ReadingContext): Reading {
  const before = kept.get(procedure) ?? [];
  for (const each of before) if (isOf(each, names, context)) return each.reading;
  const reading = makeReading(procedure, names, context);
  if (mayBeKept(reading)) {
    const { speak, backOffice } = context;
    const made = { names: [...names], speak, byDefault: backOffice.byDefault, reading };
    kept.set(procedure, [made, ...before.slice(0, MOST_KEPT - 1)]);
  }
  return reading;
}

interface Kept {
  readonly names: readonly string[];
  readonly speak: ReadingContext['speak'];
  readonly byDefault: boolean;
  readonly reading: Reading;
}

/**
 * Readings outlive the request: a client mostly sends one list of names for a procedure. So does what is derived from the shape of their calls
 * (statements, the names in the log), and what V8 has compiled for these objects stays valid.
 */
const kept = new WeakMap<Procedure, readonly Kept[]>();
/** For each procedure. */
const MOST_KEPT = 4;

const isOf = (each: Kept, names: readonly string[], { speak, backOffice }: ReadingContext): boolean =>
  each.speak === speak && each.byDefault === backOffice.byDefault && sameNames(each.names, names);

/** Not where the moment of the request is in it, nor names that anybody may make up. */
const mayBeKept = ({ shape, unknown, repeated }: Reading): boolean =>
  unknown.length === 0 && repeated.length === 0 && !shape.columns.some(({ spec }) => spec.default === 'now');

function makeReading(procedure: Procedure, names: readonly string[], context: ReadingContext): Reading {
  const { model, action, facet } = procedure;
  const columns: ColumnModel[] = [];
  const placeOf = new Map<string, number>();
  const include = (column: ColumnModel): number => {
    const known = placeOf.get(column.property);
    if (known !== undefined) return known;
    placeOf.set(column.property, columns.length);
    return columns.push(column) - 1;
  };
  const unknown: string[] = [];
  const readers: (ColumnModel | undefined)[] = [];
  const parts = names.map((name) => procedure.names.get(String(name).trim().toLowerCase()));
  const repeated = repeatedNames(names, parts);
  const places = names.map((name, at) => {
    const part = parts[at];
    if (part === undefined) unknown.push(String(name).slice(0, LONGEST_SHOWN_NAME));
    if (repeated.superseded.has(at)) return undefined;
    // Some clients send the whole record to a delete: only what names the record counts there.
    const counts =
      part !== undefined &&
      (!isColumn(part) || action === 'upsert' || procedure.columns.some((column) => column.property === part.property));
    if (!part || !counts) return undefined;
    if (!isColumn(part)) return part;
    readers[at] = part;
    return include(part);
  });

  const sentKeys = procedure.action === 'clear' ? procedure.columns : model.keyColumns;
  const needed =
    action === 'delete'
      ? sentKeys.slice(0, model.entity.deleteNeeds ?? sentKeys.length)
      : action === 'clear'
        ? // Some clients name the parent by its numbers alone.
          sentKeys.filter(({ property }) => property !== 'sourceApp' && property !== 'sourceType')
        : sentKeys;
  const isSet = action === 'set' || action === 'reset';
  const absent = needed.find(
    (column) => !placeOf.has(column.property) && (column.spec.required || (isSet && !model.entity.identity)),
  );
  const spell = (column: ColumnModel): string => (context.speak === 'param' ? column.param : column.property);
  const unset = action === 'set' && facet?.required ? facet.sets.find((property) => !placeOf.has(property)) : undefined;
  const missing = absent
    ? errorDetail('REQ015', `${spell(absent)} is required to identify the ${model.name}.`, spell(absent))
    : unset === undefined
      ? undefined
      : errorDetail('REQ015', `${spell(model.column(unset))} is required.`, spell(model.column(unset)));
  // Emptied, whatever was sent with it.
  if (action === 'reset') for (const property of facet?.sets ?? []) include(model.column(property));
  // A key column that may be empty belongs to the key all the same.
  if (action === 'upsert') for (const column of sentKeys) if (!missing) include(column);
  // A delete names what the upsert of the same parameters would: a part that is not sent is empty, or its default.
  if (action === 'delete') for (const column of needed) if (!missing) include(column);

  const keyPlaces = sentKeys
    .filter((column) => placeOf.has(column.property))
    .map((column) => placeOf.get(column.property) as number);
  const references =
    action === 'upsert'
      ? model.references.filter(({ reference }) => reference.by.every((property) => placeOf.has(property)))
      : [];
  const shape: CallShape = {
    procedure,
    model,
    columns,
    references,
    id: `${procedure.name}|${columns
      .map((column) => column.property)
      .sort()
      .join(',')}`,
  };
  return {
    shape,
    places,
    readers,
    positions: places.map((_, at) => at),
    unknown,
    repeated: repeated.names,
    keyPlaces,
    hasPlainKey:
      keyPlaces.every((place) => columns[place]?.spec.kind !== 'instant') &&
      (action !== 'delete' || keyPlaces.length === model.keyColumns.length),
    referencePlaces: references.map(({ reference }) => reference.by.map((property) => placeOf.get(property) as number)),
    ways: identityOf(model)
      ?.filter((way) => placeOf.has(way.at(-1) as string))
      .map((way) => ({
        name: way.at(-1) as string,
        places: way.flatMap((property) => placeOf.get(property) ?? []),
      })),
    pointingPlaces: (model.entity.pointsBy?.columns ?? []).flatMap((property) => placeOf.get(property) ?? []),
    sourceAppPlace: placeOf.get('sourceApp') ?? -1,
    otherwise: otherwiseKeyed(procedure, placeOf),
    defaulting: columns.flatMap(({ spec }, place) => {
      const from = spec.defaultsTo === undefined ? undefined : placeOf.get(spec.defaultsTo);
      return from === undefined ? [] : [{ place, from }];
    }),
    empty: columns.map((column) => emptyValue(column, context.now, action === 'delete' || action === 'clear')),
    defaults: {
      [SENT_FROM_BACK_OFFICE]: context.backOffice.byDefault,
      ...Object.fromEntries(
        procedure.options.flatMap(({ name, spec }) => (spec.default === undefined ? [] : [[name, spec.default]])),
      ),
    },
    missing,
  };
}

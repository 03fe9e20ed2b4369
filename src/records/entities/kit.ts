import type { Permission } from '../../domain/permissions.ts';
/**
 * The words in which a record kind is declared. A declaration is data only: what follows from it (table, procedure, route,
 * validation, docs) is derived in derive/. Each column carries its plain TypeScript type, so that the types of a
 * record come by inference.
 */
export type KindName =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'coordinate'
  | 'boolean'
  | 'instant'
  | 'resourceInstant'
  | 'date'
  | 'timeOfDay'
  | 'timeSpan'
  | 'guid'
  | 'choice'
  | 'texts'
  | 'document'
  | 'secret'
  | 'zone';

export interface ColumnOptions {
  /** Needed when a record is created. */
  readonly required?: boolean;
  /** Needed by the import procedures only: on REST routes it may be left out or empty, as the writer of the record decides. */
  readonly requiredOnImport?: true;
  /** Stored when a record is created without it, and when the value is sent empty. `now` is the moment of the write. */
  readonly default?: 'now' | number | boolean | { readonly text: string };
  /** A column of the key whose value it takes when it is sent empty, or not sent when the record is created. */
  readonly defaultsTo?: string;
  /** An empty text is a value of its own, not "no value". */
  readonly emptyIsValue?: true;
  /** The import parameter, where it is not the PascalCase form of the property. */
  readonly param?: string;
  /** Further spellings that clients send. */
  readonly aliases?: readonly string[];
  /** Names a record of that entity by its name; the name may not exist yet, and is cleared when that record is deleted. */
  readonly names?: string;
  /** With `names`: a name that does not exist yet makes such a record. */
  readonly makes?: boolean;
  /** Holds the id of the record that another column names: a call may send either, and both are stored. */
  readonly idOf?: string;
  /** Never empty once stored: the writer fills in what a call leaves out. */
  readonly filled?: true;
  /** Assigned by the service, shown, never taken from a caller. */
  readonly readOnly?: boolean;
  /** Written together with other changes of the record; alone it is no change. */
  readonly stamp?: true;
  /** Taken from callers to name a record, and not stored. */
  readonly virtual?: boolean;
  /** 0 is how clients write "none". */
  readonly zeroIsNone?: boolean;
  /** An older parameter for the same thing that counts its values differently. */
  readonly legacy?: { readonly param: string; readonly values: Readonly<Record<number, number>> };
  /** Part of where a person lives: hidden from users who do not plan, unless the tenant shows locations to everyone. */
  readonly home?: true;
  readonly note?: string;
}

/** The longest subject, and the longest body, of an appointment and of what becomes one; in characters. */
export const LONGEST_SUBJECT = 4000;
export const LONGEST_BODY = 65_536;

export interface Column<T = unknown, R extends boolean = boolean> extends ColumnOptions {
  readonly kind: KindName;
  readonly required: R;
  /** The documented length of a text, in UTF-16 code units as nvarchar(n) counts them. */
  readonly max?: number;
  /** The longest text that is accepted, where that is more than `max`. Set when the declaration is resolved. */
  readonly longest?: number;
  /** Somebody may click on it: addresses that run scripts are refused. */
  readonly link?: true;
  readonly choices?: Readonly<Record<number, string>>;
  readonly bounds?: readonly [min: number, max: number];
  /** With kind `document`: the name of the shape in domain/documents.ts. */
  readonly shape?: string;
  readonly _type?: T;
}

/** The longest text that a column takes; undefined where it has no length of its own. */
export const longestOf = ({ longest, max }: Column): number | undefined => longest ?? max;

/** What is stored for "no value", undefined where that is null. The moment of the write is no constant. */
export const constantDefault = ({ default: value }: Column): string | number | boolean | undefined =>
  typeof value === 'object' ? value.text : value === 'now' ? undefined : value;

type IsRequired<O> = O extends { required: true } ? true : false;

function column<T, O extends ColumnOptions>(
  kind: KindName,
  options: O | undefined,
  more: Partial<Column> = {},
): Column<T, IsRequired<O>> {
  const declared: Column<unknown, IsRequired<O>> = {
    kind,
    ...more,
    ...options,
    required: (options?.required ?? false) as IsRequired<O>,
  };
  return declared as Column<T, IsRequired<O>>;
}

export const text = <const O extends ColumnOptions = object>(max: number, options?: O) =>
  column<string, O>('text', options, { max });
/** An address, relative or absolute, or a template of one. */
export const link = <const O extends ColumnOptions = object>(max: number, options?: O) =>
  column<string, O>('text', options, { max, link: true });
export const longText = <const O extends ColumnOptions = object>(options?: O) => column<string, O>('text', options);
export const integer = <const O extends ColumnOptions = object>(
  options?: O,
  bounds: readonly [number, number] = [-2147483648, 2147483647],
) => column<number, O>('integer', options, { bounds });
export const bigInteger = <const O extends ColumnOptions = object>(options?: O) =>
  column<number, O>('integer', options, { bounds: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] });
export const decimal = <const O extends ColumnOptions = object>(options?: O) => column<number, O>('decimal', options);
/** A decimal that is not negative. */
export const amount = <const O extends ColumnOptions = object>(options?: O) =>
  column<number, O>('decimal', options, { bounds: [0, 999_999_999_999] });
export const latitude = <const O extends ColumnOptions = object>(options?: O) =>
  column<number, O>('coordinate', options, { bounds: [-90, 90] });
export const longitude = <const O extends ColumnOptions = object>(options?: O) =>
  column<number, O>('coordinate', options, { bounds: [-180, 180] });
export const flag = <const O extends ColumnOptions = object>(options?: O) => column<boolean, O>('boolean', options);
export const instant = <const O extends ColumnOptions = object>(options?: O) => column<string, O>('instant', options);
/** A moment whose wall clock, when no offset is sent, is that of the resource. */
export const resourceInstant = <const O extends ColumnOptions = object>(options?: O) =>
  column<string, O>('resourceInstant', options);
export const day = <const O extends ColumnOptions = object>(options?: O) => column<string, O>('date', options);
export const timeOfDay = <const O extends ColumnOptions = object>(options?: O) =>
  column<string, O>('timeOfDay', options);
export const timeSpan = <const O extends ColumnOptions = object>(options?: O) => column<number, O>('timeSpan', options);
export const guid = <const O extends ColumnOptions = object>(options?: O) => column<string, O>('guid', options);
export const choice = <const O extends ColumnOptions = object>(
  choices: Readonly<Record<number, string>>,
  options?: O,
) => column<number, O>('choice', options, { choices });
export const texts = <const O extends ColumnOptions = object>(max: number, options?: O) =>
  column<readonly string[], O>('texts', options, { max });
export const document = <const O extends ColumnOptions = object>(shape: string, options?: O) =>
  column<unknown, O>('document', options, { shape });
/** An IANA time zone. */
export const zone = <const O extends ColumnOptions = object>(options?: O) =>
  column<string, O>('zone', options, { max: 100 });
/** Encrypted at rest, never shown. */
export const secret = <const O extends ColumnOptions = object>(max: number, options?: O) =>
  column<string, O>('secret', options, { max });

export type Columns = Readonly<Record<string, Column>>;

export interface Reference {
  readonly to: string;
  /** Columns of this record that spell the other one's key, in the order of that key. */
  readonly by: readonly string[];
  /** A null value means "none" instead of being refused. */
  readonly optional?: boolean;
  /** What a call gets whose reference does not exist. `wait`: it is kept, and stored when that record arrives. */
  readonly missing: 'reject' | 'ignore' | 'wait';
  /** What happens to this record when the other one is deleted. */
  readonly onDelete: 'cascade' | 'restrict';
}

/** A parameter that steers the call and is not stored. */
export interface CallOption {
  readonly kind: 'boolean' | 'text' | 'ignored';
  /** The documented length of a text, and the longest that is accepted where that is more. */
  readonly max?: number;
  readonly longest?: number;
  readonly default?: boolean;
  readonly aliases?: readonly string[];
  readonly on: 'upsert' | 'delete' | 'both';
  readonly note?: string;
}

interface Names {
  readonly upsert: readonly string[];
  readonly delete?: readonly string[];
  readonly clear?: readonly string[];
}

export interface Entity<C extends Columns = Columns> {
  readonly name: string;
  /**
   * The interface gives its fields and their lengths: longer texts, blank required texts and deletes that name no record are refused, which are
   * accepted with a warning elsewhere.
   */
  readonly exact?: true;
  readonly table: string;
  readonly route: string;
  /** Further paths of the same route, without the leading slash. */
  readonly routeAliases?: readonly string[];
  /** Heading in the API reference. */
  readonly group: string;
  readonly summary: string;
  readonly key: readonly string[];
  readonly columns: C;
  /** A record that has none of these key columns is identified by a further one. */
  readonly otherwiseKeyedBy?: { readonly without: readonly string[]; readonly column: string };
  readonly references?: Readonly<Record<string, Reference>>;
  /** Repeats another record's key (or what `of` names) as text, without needing that record; goes when that record is deleted. */
  readonly follows?: readonly {
    readonly to: string;
    readonly by: readonly string[];
    readonly of?: readonly string[];
  }[];
  /** Names other records in texts without going with them: who does not see those does not see it. */
  readonly hiddenWith?: readonly {
    readonly to: string;
    readonly by: readonly string[];
    readonly of?: readonly string[];
  }[];
  /** Columns that name other records by any of their names, where there is more than one of them. */
  readonly pointsBy?: { readonly to: string; readonly columns: readonly string[] };
  /** The reference to the record that it is a part of: it shares the version of that record. */
  readonly versionedBy?: string;
  readonly procedures: Names;
  readonly options?: Readonly<Record<string, CallOption>>;
  /** How many leading key columns a delete needs at least; all of them by default. Fewer given, all that match go. */
  readonly deleteNeeds?: number;
  /** Reached by GET /{route}/{x} through this column, or by id where there is no such column. */
  readonly shownBy?: string;
  /** `page`: lists answer {data, total} instead of a bare array. */
  readonly listShape?: 'array' | 'page';
  /** Reads show this text under its name in PascalCase as well: flow builders fill their lists of choices by it. */
  readonly choosesBy?: string;
  /** Further columns to index, each list one index after tenant_id. */
  readonly indexes?: readonly (readonly string[])[];
  /** Named in operations/writers: this entity has a rule that the generic path does not know. */
  readonly writer?: string;
  /** That writer asks for values that name no record only when it decides: those of large batches are read while the database looks for what they name. */
  readonly readsLate?: true;
  /**
   * The ways in which calls name such a record, first come first taken, each a list of columns of which the last must be sent. Without it
   * a record is named by its key.
   */
  readonly identity?: readonly (readonly string[])[];
  /** Calls for it keep their order among each other even when they name different records. */
  readonly ordered?: true;
  /** The optional part of the product that it belongs to. */
  readonly module?: 'timeRegistration';
  /** `own`: its reads are more than a list of columns and have routes of their own. */
  readonly reads?: 'own';
  /** What reading needs; `records.read` by default. */
  readonly readPermission?: Permission;
  /** Permissions of which one is needed to write; `records.import` by default. */
  readonly writePermissions?: readonly Permission[];
}

/** Holds the names that a declaration uses against its own columns. */
interface OwnNames<C extends Columns> {
  readonly key: readonly (keyof C & string)[];
  readonly shownBy?: keyof C & string;
  readonly choosesBy?: keyof C & string;
  readonly indexes?: readonly (readonly (keyof C & string)[])[];
}

export const entity = <const C extends Columns>(declaration: Entity<C> & OwnNames<C>): Entity<C> => declaration;

/**
 * A call that sets some columns of an existing record and has a route and a procedure of its own (TaskLocked, AppointmentCategory …).
 * It never creates.
 */
export interface Facet {
  readonly name: string;
  readonly of: string;
  readonly route: string;
  readonly group: string;
  readonly summary: string;
  /** Columns of the record that it sets. */
  readonly sets: readonly string[];
  /** Key columns come first among its parameters. */
  readonly procedures: readonly string[];
  /** A call has to send all of them. */
  readonly required?: true;
  /** Procedures of DELETE on the route, which puts the columns back to empty or to their default. */
  readonly resets?: readonly string[];
  /** GET on the route lists the records that have a value in them. */
  readonly listed?: true;
  readonly options?: Readonly<Record<string, CallOption>>;
}

export const facet = (declaration: Facet): Facet => declaration;

type RequiredNames<C extends Columns> = { [K in keyof C]: C[K] extends Column<unknown, true> ? K : never }[keyof C];
type TypeOf<X> = X extends Column<infer T, boolean> ? T : never;

/** What a caller sends to create or change a record. */
export type Sent<E extends Entity> =
  E extends Entity<infer C>
    ? { [K in RequiredNames<C>]: TypeOf<C[K]> } & { [K in Exclude<keyof C, RequiredNames<C>>]?: TypeOf<C[K]> | null }
    : never;

export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The import parameter of a column. */
export const paramOf = (property: string, spec: Column): string => spec.param ?? pascal(property);

export const sentFromBackOffice: CallOption = {
  kind: 'boolean',
  aliases: ['SentFromBackoffice'],
  on: 'both',
  note: 'The change was made by the back office. Default: true for an API key, false for a person, who needs the permission records.import to send true.',
};
export const checkAppointments: CallOption = {
  kind: 'boolean',
  default: true,
  on: 'delete',
  note: 'Refuses the delete while appointments exist below the record.',
};
/** SourceApp and SourceType of a call that names its record by id: they tell whose record is meant. */
export const sourceOf = (...aliases: string[]): CallOption => ({
  kind: 'text',
  on: 'both',
  aliases,
  note: 'If sent, it must match the record; otherwise the call is ignored with a warning.',
});
export const transferToTemp: CallOption = {
  kind: 'ignored',
  on: 'both',
  note: 'Accepted, without effect: a value that arrives before its record is always kept.',
};
export const ignored: CallOption = { kind: 'ignored', on: 'both', note: 'Accepted for compatibility, without effect.' };

type Numbered<P extends string, N extends number> = `${P}${N}`;
type N5 = 1 | 2 | 3 | 4 | 5;
type N10 = N5 | 6 | 7 | 8 | 9 | 10;
type N20 = N10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | 20;

function numbered<P extends string, N extends number, T>(
  prefix: P,
  count: number,
  make: (n: number) => Column<T, false>,
): Readonly<Record<Numbered<P, N>, Column<T, false>>> {
  const columns: Record<string, Column<T, false>> = {};
  for (let n = 1; n <= count; n++) columns[`${prefix}${n}`] = make(n);
  return columns as Record<Numbered<P, N>, Column<T, false>>;
}

/** Resources have ten decimals. */
export const freeDecimals = () =>
  numbered<'freeDecimal', N10, number>('freeDecimal', 10, () => decimal({ default: 0 }));

/** The free fields that jobs, tasks and resources share. */
export const freeFields = () => ({
  ...numbered<'freeText', N20, string>('freeText', 20, () => text(100)),
  ...numbered<'freeDecimal', N5, number>('freeDecimal', 5, () => decimal({ default: 0 })),
  ...numbered<'freeDate', N5, string>('freeDate', 5, (n) => instant({ aliases: [`FreeDateTime${n}`] })),
  ...numbered<'freeBit', N5, boolean>('freeBit', 5, () => flag({ default: false })),
});

/** The user that a record of a setup package belongs to. */
export const owner = () =>
  text(254, { readOnly: true, stamp: true, note: 'The `owner` of the setup package that created or changed it last.' });

/** What names a task, and the task that a record belongs to. */
export const taskKey = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'] as const;

/** How the times of two planned things depend on each other. */
export const dependency = { 0: 'FinishToStart', 1: 'StartToStart', 2: 'FinishToFinish', 3: 'StartToFinish' } as const;

/** The distance of two that depend on each other. */
export const lags = () => ({
  lagInSeconds: bigInteger({ default: 0, note: 'Minimum time between the two; negative lets them overlap.' }),
  maxLagInSeconds: bigInteger({ note: 'Maximum time between the two, at least LagInSeconds; empty for no limit.' }),
});

export const importance = { 0: 'Normal', 1: 'High', 2: 'Low' } as const;

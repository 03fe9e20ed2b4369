/** A setting of a view: its usual value, and a parser that returns undefined for values that are not valid. */
export interface Setting<Value> {
  readonly usual: Value;
  readonly parse: (value: unknown) => Value | undefined;
  /** Belongs to the browser of the user: it is not part of saved views. */
  readonly isLocal?: boolean;
}

export type Parser<Value> = (value: unknown) => Value | undefined;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const flag: Parser<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

export const numberIn =
  (least: number, most: number): Parser<number> =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most ? value : undefined;

export const textUpTo =
  (most: number): Parser<string> =>
  (value) =>
    typeof value === 'string' && value.length <= most ? value : undefined;

export const oneOf =
  <const Value extends string | number>(...values: readonly Value[]): Parser<Value> =>
  (value) =>
    values.find((each) => each === value);

/** A list; entries that are not valid are left out. */
export const listOf =
  <Value>(most: number, parse: Parser<Value>): Parser<readonly Value[]> =>
  (value) =>
    Array.isArray(value) ? value.slice(0, most).flatMap((each) => parse(each) ?? []) : undefined;

/** An object of named values; values that are not valid are left out. */
export const recordOf =
  <Value>(most: number, parse: Parser<Value>): Parser<Readonly<Record<string, Value>>> =>
  (value) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.entries(value)
            .slice(0, most)
            .flatMap(([name, each]) => {
              const parsed = parse(each);
              return parsed === undefined ? [] : [[name, parsed] as const];
            }),
        )
      : undefined;

type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of declared settings. */
export type ValuesOf<Declared extends Settings> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Setting<infer Value> ? Value : never;
};

export const usualValues = <Declared extends Settings>(declared: Declared): ValuesOf<Declared> =>
  Object.fromEntries(Object.entries(declared).map(([name, { usual }]) => [name, usual])) as ValuesOf<Declared>;

/** The valid settings of a stored object; all others are left out. */
export function parseSettings<Declared extends Settings>(
  declared: Declared,
  stored: unknown,
): Partial<ValuesOf<Declared>> {
  if (!isRecord(stored)) return {};
  const valid = Object.entries(declared).flatMap(([name, { parse }]) => {
    const value = Object.hasOwn(stored, name) ? parse(stored[name]) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(valid) as Partial<ValuesOf<Declared>>;
}

/** The settings that are part of a saved view. */
export const sharedSettings = <Declared extends Settings>(declared: Declared): Declared =>
  Object.fromEntries(Object.entries(declared).filter(([, { isLocal }]) => isLocal !== true)) as Declared;

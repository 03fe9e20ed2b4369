/** Where a value is: names of properties and positions in lists. */
export type Path = readonly (string | number)[];

/** A schema as the service publishes it. Other keywords are not used in it. */
export interface PackageSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: PackageSchema;
  readonly contains?: PackageSchema;
  readonly properties?: Readonly<Record<string, PackageSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: PackageSchema;
  readonly oneOf?: readonly PackageSchema[];
  readonly if?: PackageSchema;
  readonly then?: PackageSchema;
  readonly else?: PackageSchema;
}

type ProblemCode =
  | 'type'
  | 'choice'
  | 'blank'
  | 'email'
  | 'long'
  | 'few'
  | 'twice'
  | 'noProfile'
  | 'missing'
  | 'unknown';

export interface Problem {
  readonly path: Path;
  readonly code: ProblemCode;
  /** The types, choices, limit or name that the message shows. */
  readonly detail: string;
  /** The service ignores it. */
  readonly isWarning: boolean;
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const error = (path: Path, code: ProblemCode, detail: unknown = ''): Problem => ({
  path,
  code,
  detail: String(detail),
  isWarning: false,
});

const isRight = (problems: readonly Problem[]): boolean => problems.every(({ isWarning }) => isWarning);

/**
 * Checks a value against the schema. An interpreter of its own: validators that compile a schema need `eval`, which the pages do not allow. Names and
 * choices match without regard to case, as in the service.
 */
export function checkValue(schema: PackageSchema, value: unknown, path: Path = []): Problem[] {
  const wrongType = checkType(schema, value, path);
  if (wrongType.length > 0) return wrongType;
  return [
    ...checkChoice(schema, value, path),
    ...(typeof value === 'string' ? checkText(schema, value, path) : []),
    ...(Array.isArray(value) ? checkList(schema, value, path) : []),
    ...(isObject(value) ? checkObject(schema, value, path) : []),
    ...checkBranches(schema, value, path),
  ];
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

function checkType({ type }: PackageSchema, value: unknown, path: Path): Problem[] {
  if (type === undefined) return [];
  const allowed = [type].flat();
  const own = typeOf(value);
  if (allowed.includes(own) || (own === 'integer' && allowed.includes('number'))) return [];
  return [error(path, 'type', allowed.filter((each) => each !== 'null').join(' '))];
}

const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b;

function checkChoice(schema: PackageSchema, value: unknown, path: Path): Problem[] {
  const choices = 'const' in schema ? [schema.const] : schema.enum;
  if (!choices || choices.some((choice) => isSame(choice, value))) return [];
  // Words are listed in two spellings.
  const shown = choices.filter(
    (choice, i) => choice !== null && choices.findIndex((other) => isSame(other, choice)) === i,
  );
  return [error(path, 'choice', shown.join(', '))];
}

function checkText({ pattern, maxLength }: PackageSchema, value: string, path: Path): Problem[] {
  const isLong = maxLength !== undefined && [...value].length > maxLength;
  const isWrong = pattern !== undefined && !new RegExp(pattern, 'u').test(value);
  return [
    ...(isLong ? [error(path, 'long', maxLength)] : []),
    ...(isWrong ? [error(path, pattern.includes('@') ? 'email' : 'blank')] : []),
  ];
}

function checkList(schema: PackageSchema, value: readonly unknown[], path: Path): Problem[] {
  const { minItems, uniqueItems, items, contains } = schema;
  const texts = value.map((each) => JSON.stringify(each));
  const repeated = uniqueItems ? texts.flatMap((text, i) => (texts.indexOf(text) < i ? [i] : [])) : [];
  return [
    ...(minItems !== undefined && value.length < minItems ? [error(path, 'few', minItems)] : []),
    ...repeated.map((i) => error([...path, i], 'twice')),
    ...(items ? value.flatMap((each, i) => checkValue(items, each, [...path, i])) : []),
    ...(contains && !value.some((each) => isRight(checkValue(contains, each))) ? [error(path, 'noProfile')] : []),
  ];
}

const nameIn = (value: object, name: string): string | undefined =>
  Object.hasOwn(value, name) ? name : Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());

function checkObject(schema: PackageSchema, value: Members, path: Path): Problem[] {
  const { properties, required = [], propertyNames } = schema;
  return [
    ...required.filter((name) => nameIn(value, name) === undefined).map((name) => error(path, 'missing', name)),
    ...Object.entries(value).flatMap(([name, each]) => {
      const at = [...path, name];
      const known = properties && nameIn(properties, name);
      const of = known === undefined ? undefined : properties?.[known];
      return [
        ...(propertyNames ? checkValue(propertyNames, name, at) : []),
        ...(of ? checkValue(of, each, at) : []),
        ...(properties && !of && !isForm(path, name) ? [{ ...error(at, 'unknown', name), isWarning: true }] : []),
      ];
    }),
  ];
}

/** The property that distinguishes both forms of a package is known in each of them. */
const isForm = (path: Path, name: string): boolean => path.length === 0 && name.toLowerCase() === 'type';

function checkBranches(schema: PackageSchema, value: unknown, path: Path): Problem[] {
  const { oneOf, if: condition } = schema;
  const branch = condition && (isRight(checkValue(condition, value, path)) ? schema.then : schema.else);
  return [...(branch ? checkValue(branch, value, path) : []), ...(oneOf ? checkAlternatives(oneOf, value, path) : [])];
}

/** The problems of the alternative that was probably meant: the one whose constant the value has, or else the one with the fewest. */
function checkAlternatives(alternatives: readonly PackageSchema[], value: unknown, path: Path): Problem[] {
  const found = alternatives.map((each) => checkValue(each, value, path));
  const right = found.filter(isRight);
  if (right.length > 0) return right[0] ?? [];
  const rank = (problems: readonly Problem[]): number =>
    problems.filter(({ isWarning }) => !isWarning).length + (problems.some(({ code }) => code === 'choice') ? 1000 : 0);
  const [best = []] = found.toSorted((a, b) => rank(a) - rank(b));
  // No type fits: all of them are choices.
  if (rank(best) < 1000) return best;
  const choices = found.flatMap((problems) => problems.filter(({ code }) => code === 'choice'));
  const at = choices[0]?.path ?? path;
  return [error(at, 'choice', [...new Set(choices.map(({ detail }) => detail))].join(', '))];
}

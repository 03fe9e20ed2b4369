/** What an identity provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

export interface FilterValue {
  readonly group: string;
  readonly value: string;
}

/** A person whose claim has this value, or matches this pattern, gets these roles, filter values and teams. */
export interface ClaimRule {
  /** A name such as `groups`, or a path such as `realm_access.roles`. */
  readonly claim: string;
  readonly value?: string | undefined;
  /** A pattern in which * stands for any characters. */
  readonly matches?: string | undefined;
  readonly roles: readonly string[];
  readonly filterValues: readonly FilterValue[];
  readonly teams: readonly string[];
  /** Rules after this one are not applied when it matches. */
  readonly stop: boolean;
}

export interface Grants {
  readonly roles: readonly string[];
  readonly filterValues: readonly FilterValue[];
  readonly teams: readonly string[];
  /** Which rules matched, by their positions in the list. */
  readonly matched: readonly number[];
}

/** What a person gets: that of all rules that match, in their order, up to one that says stop; the default roles where none gives a role. */
export function grantsOf(rules: readonly ClaimRule[], defaultRoles: readonly string[], claims: Claims): Grants {
  const matched: number[] = [];
  for (const [index, rule] of rules.entries()) {
    if (!isMatch(rule, claims)) continue;
    matched.push(index);
    if (rule.stop) break;
  }
  const applied = matched.flatMap((index) => rules[index] ?? []);
  const roles = [...new Set(applied.flatMap((rule) => rule.roles))];
  const filterValues = new Map(
    applied
      .flatMap((rule) => rule.filterValues)
      .map(({ group, value }) => [JSON.stringify([group, value]), { group, value }]),
  );
  return {
    roles: roles.length > 0 ? roles : [...defaultRoles],
    filterValues: [...filterValues.values()],
    teams: [...new Set(applied.flatMap((rule) => rule.teams))],
    matched,
  };
}

function isMatch({ claim, value, matches }: ClaimRule, claims: Claims): boolean {
  const values = claimValues(claims, claim).map(folded);
  if (value !== undefined) return values.includes(folded(value));
  return matches !== undefined && values.some((each) => fits(each, folded(matches)));
}

const folded = (text: string): string => text.trim().toLowerCase();

/**
 * Whether a text fits a pattern with *. Each part between two * is looked for once, from left to right: a pattern with many * takes no longer than one
 * with few, as a regular expression would.
 */
function fits(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, from);
    if (found < 0 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}

/** The values of a claim as texts: of its whole name first, else of a path. A claim that is an object has none. */
export function claimValues(claims: Claims, name: string): string[] {
  const direct = own(claims, name);
  const found = direct === undefined ? name.split('.').reduce<unknown>(own, claims) : direct;
  return [found]
    .flat()
    .filter((each) => ['string', 'number', 'boolean'].includes(typeof each))
    .map(String);
}

const own = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name)
    ? (object as Readonly<Record<string, unknown>>)[name]
    : undefined;

import { foldKey } from '../../domain/natural-key.ts';
import { LONGEST_TEXT } from '../../domain/text-limits.ts';
import { storable } from '../../domain/values/parse.ts';
import { described, type Infer, type Kind, kind, refined } from '../../platform/contract/kind.ts';
import { openQuery } from '../../platform/contract/object.ts';
import { optionalPaging } from '../../platform/contract/paging.ts';
import { text } from '../../platform/contract/values.ts';

/** What every list of records takes. Any property of the record can be a parameter of its own. */
export const listParameters = {
  ...optionalPaging(10_000, 'Records per page; default: all.'),
  sort: described(
    text(LONGEST_TEXT),
    'property:asc|desc, several separated by commas; or [{"property", "direction"}].',
  ),
  filter: described(
    text(LONGEST_TEXT),
    '[{"property", "operator", "value"}]. Any property can also be a query parameter of its own.',
  ),
};

export const listQuery = openQuery(listParameters);
export type ListParameters = Partial<Omit<Infer<typeof listQuery>, 'further'>> &
  Pick<Infer<typeof listQuery>, 'further'>;

/** Parameters that a query has beside those that are declared, such as properties to filter by. */
export type FurtherParameters = ListParameters['further'];

/** The last value of a parameter that may be repeated. */
export const lastOf = (sent: unknown): unknown => (Array.isArray(sent) ? sent.at(-1) : sent);

/** Values of a parameter that may be repeated, or hold several separated by commas. */
export const valuesOf = (sent: unknown): string[] =>
  [sent ?? []]
    .flat()
    .flatMap((part) => String(part).split(','))
    .filter((part) => part !== '');

/** Numbers of records in a query, as folded keys; undefined where none is given. A number that cannot be stored is that of no record. */
export const recordKeys = (description: string): Kind<readonly string[]> => ({
  schema: { type: 'array', items: { type: 'string' }, description },
  isList: true,
  read: (sent) => {
    const numbers = valuesOf(sent);
    return numbers.length === 0 ? undefined : numbers.filter((no) => !storable(no)).map((no) => foldKey([no]));
  },
});

/** A text to find, as a pattern of LIKE that matches exactly this text. Characters that no record can contain are left out. */
export const searchText = (description: string): Kind<string> =>
  refined(plainSearchText(description), (wanted) => wanted.replace(/[\\%_]/g, (sign) => `\\${sign}`));

/** As it is compared, where LIKE is not used. */
export const plainSearchText = (description: string): Kind<string> =>
  kind({ type: 'string', description }, (sent, position) =>
    text(LONGEST_TEXT).read(typeof sent === 'string' ? sent.replaceAll('\0', '') : sent, position),
  );

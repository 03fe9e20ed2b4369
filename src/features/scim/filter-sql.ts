import type { Filter, Literal, Operator } from '../../domain/scim/filter.ts';
import { scimRefusal } from '../../domain/scim/scim-refusal.ts';

/** How an attribute is compared. */
interface FilterColumn {
  readonly sql: string;
  /** `some`: the statement selects several values, of which one must be equal. */
  readonly kind: 'text' | 'exact' | 'boolean' | 'some';
}
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/** The condition of a filter; values are added to the parameters of the statement. */
export function conditionOf(filter: Filter | undefined, columns: FilterColumns, values: unknown[]): string {
  if (!filter) return 'true';
  switch (filter.kind) {
    case 'and':
    case 'or':
      return `(${filter.parts.map((part) => conditionOf(part, columns, values)).join(` ${filter.kind} `)})`;
    case 'not':
      return `(not coalesce(${conditionOf(filter.part, columns, values)}, false))`;
    case 'present':
      return isPresent(columnOf(filter.path, columns));
    default:
      return comparison(columnOf(filter.path, columns), filter.operator, filter.value, values);
  }
}

const isPresent = ({ sql, kind }: FilterColumn): string =>
  kind === 'some' ? `exists (${sql})` : `(${sql} is not null)`;

function columnOf(path: string, columns: FilterColumns): FilterColumn {
  const column = columns[path];
  if (!column || !Object.hasOwn(columns, path))
    throw scimRefusal(
      'invalidFilter',
      `filter: ${path.slice(0, 100)} cannot be filtered by. Use one of ${Object.keys(columns).join(', ')}.`,
    );
  return column;
}

function comparison({ sql, kind }: FilterColumn, operator: Operator, value: Literal, values: unknown[]): string {
  if (kind === 'some') {
    if (operator !== 'eq') throw scimRefusal('invalidFilter', 'filter: members can be compared with eq only.');
    values.push(String(value));
    return `($${values.length} in (${sql}))`;
  }
  if (value === null) return `(${sql} is ${operator === 'eq' ? '' : 'not '}null)`;
  if (kind === 'boolean') {
    values.push(String(value).toLowerCase() === 'true');
    return `(${sql} ${operator === 'ne' ? '<>' : '='} $${values.length})`;
  }
  const [own, sent] = kind === 'text' ? [`lower(${sql})`, String(value).toLowerCase()] : [sql, String(value)];
  values.push(sent);
  const parameter = `$${values.length}`;
  switch (operator) {
    case 'eq':
      return `(${own} = ${parameter})`;
    case 'ne':
      return `(${own} is distinct from ${parameter})`;
    case 'co':
      return `(strpos(${own}, ${parameter}) > 0)`;
    case 'sw':
      return `(starts_with(${own}, ${parameter}))`;
    default:
      return `(right(${own}, length(${parameter})) = ${parameter})`;
  }
}

import { storable } from '../values/parse.ts';
import type { Filter } from './filter.ts';
import { isObject, type Operation } from './operations.ts';
import { scimRefusal } from './scim-refusal.ts';

const MOST_MEMBERS = 10_000;

/** What a request does to a group. Members are named by the ids of users. */
export interface GroupChange {
  readonly displayName?: string;
  readonly externalId?: string | null;
  /** Whether the members that the group has stay, unless they are removed. */
  readonly keepsMembers: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** The sum of some operations, in their order. Members need not be read for it: a group may have thousands. */
export function groupChange(operations: readonly Operation[]): GroupChange {
  const texts: { displayName?: string; externalId?: string | null } = {};
  let keepsMembers = true;
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const { op, path, value } of operations) {
    if (path.schema !== undefined) continue;
    if (path.attribute === 'displayName' && op !== 'remove') texts.displayName = textOf(value, 'displayName');
    else if (path.attribute === 'externalId')
      texts.externalId = op === 'remove' || value === null || value === undefined ? null : textOf(value, 'externalId');
    if (path.attribute !== 'members') continue;
    const ids = path.filter ? idsOf(path.filter) : memberIds(value);
    const isAll = op === 'replace' || (op === 'remove' && !path.filter && (value === undefined || value === null));
    if (isAll) {
      keepsMembers = false;
      added.clear();
      removed.clear();
    }
    for (const id of ids) {
      (op === 'remove' ? removed : added).add(id);
      (op === 'remove' ? added : removed).delete(id);
    }
    if (added.size + removed.size > MOST_MEMBERS)
      throw scimRefusal('tooMany', `members: at most ${MOST_MEMBERS} can change in one request.`, 'REQ013');
  }
  return { ...texts, keepsMembers, added, removed };
}

const LONGEST_TEXT = 256;

function textOf(value: unknown, name: string): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.trim() === '' || text.length > LONGEST_TEXT)
    throw scimRefusal('invalidValue', `${name}: must be a text of 1 to ${LONGEST_TEXT} characters.`);
  if (storable(text))
    throw scimRefusal('invalidValue', `${name}: contains characters that cannot be stored.`, 'REQ016');
  return text.trim();
}

/** `[{ "value": "17" }]`, one such object, or the plain ids. */
function memberIds(value: unknown): string[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (list.length > MOST_MEMBERS)
    throw scimRefusal('tooMany', `members: must have at most ${MOST_MEMBERS} entries.`, 'REQ013');
  return list.map((each: unknown, index) => {
    const id = isObject(each) ? each['value'] : each;
    if ((typeof id !== 'string' && typeof id !== 'number') || String(id).length > LONGEST_TEXT)
      throw scimRefusal('invalidValue', `members[${index}].value: must be the id of a user.`);
    return String(id);
  });
}

/** `members[value eq "17" or value eq "18"]`. */
function idsOf(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(idsOf);
  if (filter.kind === 'compare' && filter.path === 'value' && filter.operator === 'eq') return [String(filter.value)];
  throw scimRefusal('invalidPath', 'path: members can be chosen by value eq "id" only.');
}

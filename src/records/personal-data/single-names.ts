import type { Session } from '../../platform/postgres/database.ts';
import { columnOf, type Identity, PARTIES, type Person } from './person.ts';

/** Columns that name a person, and nothing but a person. */
export const NAME_COLUMNS: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['resource', ['resource_name', 'display_name']],
  ['app_user', ['name', 'display_name']],
  ['job', [...PARTIES.map((party) => columnOf('Job', `${party}Name`)), 'responsible']],
  ['attachment', ['signed_by']],
];

/** The same in documents: the change log, deliveries, jobs of the queue. */
export const NAME_PROPERTIES = [
  'resourceName',
  'displayName',
  ...PARTIES.map((party) => `${party}Name`),
  'responsible',
  'signedBy',
];

const isSingle = (name: string): boolean => /^\S{2,}$/.test(name) && /\p{L}/u.test(name);

/**
 * Names of one word that are replaced where a field has nothing else in it: those that no other resource, user or party of the tenant has. In a text
 * such a word may be anything, and where two people have the name, a field may name either of them.
 */
export async function singleNames(db: Session, person: Person, { names }: Identity): Promise<string[]> {
  const singles = names.filter(isSingle);
  if (singles.length === 0) return [];
  const { kind, tenantId, records, name } = person;
  const ids = records.map(({ id }) => id);
  const [resources, users, parties] = OWN[kind];
  const pairs = PARTIES.map(
    (party) => `(j.${columnOf('Job', `${party}No`)}, j.${columnOf('Job', `${party}Name`)})`,
  ).join(', ');
  const shared = await db.query<{ word: string }>(
    `select w.word from unnest($2::text[]) w(word) where $3::bigint[] is not null and $4::text is not null and (
       exists (select from resource r where r.tenant_id = $1 and lower(w.word) in (lower(r.resource_name), lower(r.display_name)) and not (${resources}))
       or exists (select from app_user u where u.tenant_id = $1 and lower(w.word) in (lower(u.name), lower(u.display_name)) and not (${users}))
       or exists (select from job j, lateral (values ${pairs}) p(no, name) where j.tenant_id = $1 and lower(p.name) = lower(w.word) and not (${parties})))`,
    [tenantId, singles, ids, name],
  );
  return singles.filter((single) => !shared.some(({ word }) => word === single));
}

const SAME_AS_RESOURCE = `exists (select from resource o where o.tenant_id = $1 and o.id = any($3)
  and (lower(o.resource_no) = lower(u.resource_no) or lower(o.email) = lower(u.email)))`;
const SAME_AS_USER = `exists (select from app_user o where o.tenant_id = $1 and o.id = any($3)
  and (lower(o.resource_no) = lower(r.resource_no) or lower(o.email) = lower(r.email)))`;

/** Which resources `r`, users `u` and parties `p` are the person: somebody may be a resource and a user. */
const OWN: Readonly<Record<Person['kind'], readonly [resources: string, users: string, parties: string]>> = {
  resource: ['r.id = any($3)', `coalesce(${SAME_AS_RESOURCE}, false)`, 'false'],
  user: [`coalesce(${SAME_AS_USER}, false)`, 'u.id = any($3)', 'false'],
  contact: ['false', 'false', 'coalesce(lower(p.no) = lower($4), false)'],
};

const SHORTEST_WORD = 3;

/** Every word of the names that is long enough to be looked for. */
export const wordsOf = ({ names }: Identity): string[] => [
  ...new Set(
    names.flatMap((name) =>
      name
        .toLowerCase()
        .split(/[^\p{L}\p{M}\p{N}'’-]+/u)
        .filter((word) => word.length >= SHORTEST_WORD && /\p{L}/u.test(word)),
    ),
  ),
];

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
  const shared = await db.query<{ word: string }>(
    `select w.word from unnest($2::text[]) w(word) where
       exists (select from resource r where r.tenant_id = $1 and lower(w.word) in (lower(r.resource_name), lower(r.display_name)) and not ${IS_RESOURCE})
       or exists (select from app_user u where u.tenant_id = $1 and lower(w.word) in (lower(u.name), lower(u.display_name)) and not ${IS_USER})
       or exists (select from job j, lateral (values ${PARTY_NAMES}) p(no, name) where j.tenant_id = $1 and lower(p.name) = lower(w.word) and not ${IS_PARTY})`,
    [tenantId, singles, ids, name, kind],
  );
  return singles.filter((single) => !shared.some(({ word }) => word === single));
}

const SAME_AS_RESOURCE = `exists (select from resource o where o.tenant_id = $1 and o.id = any($3)
  and (lower(o.resource_no) = lower(u.resource_no) or lower(o.email) = lower(u.email)))`;
const SAME_AS_USER = `exists (select from app_user o where o.tenant_id = $1 and o.id = any($3)
  and (lower(o.resource_no) = lower(r.resource_no) or lower(o.email) = lower(r.email)))`;

/** Which resources `r`, users `u` and parties `p` are the person of the kind $5: somebody may be a resource and a user. */
const IS_RESOURCE = `coalesce(case $5 when 'resource' then r.id = any($3) when 'user' then ${SAME_AS_USER} end, false)`;
const IS_USER = `coalesce(case $5 when 'user' then u.id = any($3) when 'resource' then ${SAME_AS_RESOURCE} end, false)`;
const IS_PARTY = `coalesce($5 = 'contact' and lower(p.no) = lower($4), false)`;
/** Of all parties. */
const PARTY_NAMES = `(j.customer_no, j.customer_name), (j.contact_no, j.contact_name), (j.site_no, j.site_name),
  (j.site_from_no, j.site_from_name), (j.bill_no, j.bill_name)`;

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

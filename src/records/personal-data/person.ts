import { OperatorError } from '../../domain/operator-error.ts';
import type { Session } from '../../platform/postgres/database.ts';
import { model } from '../derive/model.ts';

export const personKinds = ['resource', 'contact', 'user'] as const;
export type PersonKind = (typeof personKinds)[number];

/** A record of the person: its entity, its id, and the properties in it that are personal. */
interface PersonRecord {
  readonly entity: string;
  readonly id: number;
  readonly key: Readonly<Record<string, unknown>>;
  readonly personal: readonly string[];
  /** Properties that hold the number of the person: a former state of the record with another number is of somebody else. */
  readonly numbers: readonly string[];
}

export interface Person {
  readonly kind: PersonKind;
  readonly tenantId: number;
  /** As the operator named the person. */
  readonly name: string;
  readonly records: readonly PersonRecord[];
  /** Names the person without personal data: kind and id, or the number of a contact. */
  readonly reference: string;
  /** What takes the place of names and e-mail addresses. In lower case, as keys are. */
  readonly label: string;
  readonly address: string;
}

/** Parties of a job that may be a person, and what of them is personal: a region stays, so that the plan keeps its places. */
export const PARTIES = ['customer', 'contact', 'site', 'siteFrom', 'bill'];
const OF_PARTY = ['Name', 'Address', 'AddressGeoLong', 'AddressGeoLat', 'Phone', 'Email', 'Street', 'StreetNo'];
const OF_RESOURCE =
  /^(resourceName|displayName|email|phone|mobilePhone|fieldServiceEmail|personalEmail|gpsTrackingResourceNo|home.*|url.*|freeText\d+)$/;
const OF_USER = /^(displayName|name)$/;

const propertiesOf = (entity: string): string[] => model(entity).stored.map(({ property }) => property);
export const columnOf = (entity: string, property: string): string => model(entity).column(property).db;

/** Finds the records of a person. Throws when there are none. */
export async function findPerson(db: Session, tenantId: number, kind: PersonKind, name: string): Promise<Person> {
  const records = await FIND[kind](db, tenantId, name);
  const [first] = records;
  if (!first) throw new OperatorError(`There is no ${kind} ${name} in this tenant.`);
  // It is put into documents as it is.
  const which = kind === 'contact' ? name.toLowerCase().replace(/["\\]/g, '') : String(first.id);
  return {
    kind,
    tenantId,
    name,
    records,
    reference: `${kind} ${which}`,
    label: `erased ${kind} ${which}`,
    address: `erased-${kind}-${which.replace(/[^a-z0-9]/g, '-')}@erased.invalid`,
  };
}

type Find = (db: Session, tenantId: number, name: string) => Promise<PersonRecord[]>;

const FIND: Readonly<Record<PersonKind, Find>> = {
  async resource(db, tenantId, name) {
    const rows = await db.query<{ id: number; no: string }>(
      'select id, resource_no as no from resource where tenant_id = $1 and lower(resource_no) = lower($2)',
      [tenantId, name],
    );
    const personal = propertiesOf('Resource').filter((property) => OF_RESOURCE.test(property));
    return rows.map(({ id, no }) => ({ entity: 'Resource', id, key: { resourceNo: no }, personal, numbers: [] }));
  },
  async user(db, tenantId, name) {
    const rows = await db.query<{ id: number; email: string }>(
      'select id, email from app_user where tenant_id = $1 and lower(email) = lower($2)',
      [tenantId, name],
    );
    const personal = propertiesOf('User').filter((property) => OF_USER.test(property));
    return rows.map(({ id, email }) => ({ entity: 'User', id, key: { email }, personal, numbers: [] }));
  },
  async contact(db, tenantId, name) {
    const numbers = PARTIES.map((party) => columnOf('Job', `${party}No`));
    const rows = await db.query<{ id: number; app: string; type: string; no: string; parties: boolean[] }>(
      `select id, source_app as app, source_type as type, job_no as no,
         array[${numbers.map((column) => `coalesce(lower(${column}) = lower($2), false)`).join(', ')}] as parties
       from job where tenant_id = $1 and lower($2) in (${numbers.map((column) => `lower(${column})`).join(', ')}) order by id`,
      [tenantId, name],
    );
    const known = new Set(propertiesOf('Job'));
    return rows.map(({ id, app, type, no, parties }) => {
      const own = PARTIES.filter((_, at) => parties[at]);
      return {
        entity: 'Job',
        id,
        key: { sourceApp: app, sourceType: type, jobNo: no },
        personal: own
          .flatMap((party) => OF_PARTY.map((part) => `${party}${part}`))
          .filter((property) => known.has(property)),
        numbers: own.map((party) => `${party}No`),
      };
    });
  },
};

/** A state of a record in the log that is of this person. Parameters: the properties of numbers, and the number. */
export const isOwnState = (doc: string, numbers: string, number: string): string =>
  `not exists (select from jsonb_each_text(${doc}::jsonb) n where n.key = any(${numbers}) and lower(n.value) <> lower(${number}))`;

/** What is known of a person besides the records themselves, from all states of the records. */
export interface Identity {
  /** Texts that name the person wherever they stand. */
  readonly identifiers: readonly string[];
  /** Names of the person, of one word or of several. */
  readonly names: readonly string[];
}

/** To be read before the records are emptied. */
export async function identityOf(db: Session, { tenantId, records, kind, name }: Person): Promise<Identity> {
  const identifiers = new Set<string>(kind === 'user' ? [name] : []);
  const names = new Set<string>();
  for (const { entity, id, personal, numbers } of records) {
    const columns = personal.map((property) => `t."${columnOf(entity, property)}"::text`);
    const rows = await db.query<{ property: string; text: string | null }>(
      `select v.property, v.text from ${model(entity).table} t, unnest($4::text[], array[${columns.join(', ')}]) v(property, text)
       where t.tenant_id = $1 and t.id = $2
       union
       select v.key, v.value from change c, lateral (values (c.before), (c.after)) d(doc), lateral jsonb_each_text(d.doc::jsonb) v
       where c.tenant_id = $1 and c.record_id = $2 and c.entity = $3 and v.key = any($4) and ${isOwnState('d.doc', '$5', '$6')}`,
      [tenantId, id, entity, personal, numbers, name],
    );
    for (const { property, text: stored } of rows) {
      const text = stored?.trim() ?? '';
      if (text === '' || isErased(text)) continue;
      if (isIdentifying(text)) identifiers.add(text);
      if (/name$/i.test(property)) names.add(text);
    }
  }
  return { identifiers: [...identifiers].filter((text) => !isErased(text)), names: [...names] };
}

const isErased = (text: string): boolean =>
  text.endsWith('@erased.invalid') || /^erased (resource|contact|user) /.test(text);

/** An e-mail address, a phone number, or a text of several words. A single word may be anything. */
const isIdentifying = (text: string): boolean =>
  /^\S+@\S+\.\S+$/.test(text) ||
  (/^[+()\d\s./-]+$/.test(text) ? text.replace(/\D/g, '').length >= 7 : text.length >= 5 && /\S\s+\S/.test(text));

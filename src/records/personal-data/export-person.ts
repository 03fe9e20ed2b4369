import type { Database, Session } from '../../platform/postgres/database.ts';
import { model } from '../derive/model.ts';
import { findPerson, identityOf, type Person, type PersonKind } from './person.ts';
import { attachmentsOfPerson } from './person-attachments.ts';
import { mentionPattern, mentions, textColumns } from './replace-texts.ts';
import { singleNames } from './single-names.ts';

/** Columns that prove who somebody is, and say nothing about the person. */
const SECRET = ['password_hash', 'hash', 'secret', 'former_secret', 'password', 'client_secret', 'id_token'];

export interface PersonRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Everything that is stored about a person: own records, what belongs to them, and every row that names the person. */
export async function* exportPerson(
  db: Database,
  tenantId: number,
  kind: PersonKind,
  name: string,
): AsyncGenerator<PersonRow, void, undefined> {
  const person = await findPerson(db, tenantId, kind, name);
  const identity = await identityOf(db, person);
  const { identifiers } = identity;
  const pattern = mentionPattern(identifiers);
  const files = await attachmentsOfPerson(db, person, {
    identifiers,
    singles: await singleNames(db, person, identity),
  });
  const owned = await ownedTables(db, kind);
  const texts = new Map((await textColumns(db)).map(({ table, columns }) => [table, columns]));
  for (const table of new Set([model(person.records[0]?.entity ?? '').table, ...owned.keys(), ...texts.keys()])) {
    const conditions = [
      ownRows(person, table),
      owned.get(table),
      pattern === null || !texts.has(table) ? undefined : mentions(texts.get(table) ?? [], '$3'),
    ].filter((each) => each !== undefined);
    if (conditions.length === 0) continue;
    const text = `select to_jsonb(t) - $4::text[] as row from "${table}" t where t.tenant_id = $1 and ($2::bigint[] is not null and ($3::text is null or $5::bigint[] is not null)) and (${conditions.join(' or ')})`;
    for await (const rows of db.stream<{ row: PersonRow['row'] }>(text, [
      tenantId,
      person.records.map(({ id }) => id),
      pattern,
      SECRET,
      [...files.own, ...files.related.map(({ id }) => id)],
    ]))
      for (const { row } of rows) yield { table, row };
  }
}

/** The records themselves and their history. */
function ownRows({ records }: Person, table: string): string | undefined {
  const entity = records[0]?.entity ?? '';
  if (table === model(entity).table) return 't.id = any($2)';
  if (table === 'change') return `t.entity = '${entity}' and t.record_id = any($2)`;
  if (table === 'geocode_result') return `t.entity = '${entity}' and t.record_id = any($2)`;
  return undefined;
}

/** Tables whose rows belong to a resource or a user, with the condition, from the catalogue; and the attachments. */
async function ownedTables(db: Session, kind: PersonKind): Promise<Map<string, string>> {
  const attachments = [
    ['attachment', 't.id = any($5)'],
    ['attachment_chunk', 't.attachment_id = any($5)'],
  ] as const;
  if (kind === 'contact') return new Map(attachments);
  const column = `${kind}_id`;
  const rows = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attname = $1
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')`,
    [column],
  );
  return new Map([...rows.map(({ name }) => [name, `t.${column} = any($2)`] as const), ...attachments]);
}

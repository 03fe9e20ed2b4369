import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { model, procedureFor } from '../derive/model.ts';
import { fromObject } from '../writing/from-object.ts';
import { writeCalls } from '../writing/write-calls.ts';
import type { WriteDeps } from '../writing/write-deps.ts';
import { deleteBodies } from './delete-bodies.ts';
import { type LeftWords, leftoverWords } from './leftover-words.ts';
import { findPerson, identityOf, isOwnState, type Person, type PersonKind } from './person.ts';
import { attachmentsOfPerson, type PersonAttachments } from './person-attachments.ts';
import { replaceTexts } from './replace-texts.ts';
import { singleNames, wordsOf } from './single-names.ts';

export interface Erasure {
  readonly kind: PersonKind;
  readonly name: string;
  /** Only counts. */
  readonly isTrial: boolean;
  /** Also deletes files that belong to jobs and to the work, and have to do with the person. */
  readonly alsoRelatedFiles: boolean;
}

/** What the features do for it. */
export interface ErasePorts {
  /** Deletes attachments with their content, and reports that in the change log. Comes last in the transaction. */
  removeAttachments(tx: Transaction, ids: readonly number[]): Promise<void>;
  /** Stores an audit event. */
  note(tx: Transaction, kind: string, subject: string, detail: object): Promise<void>;
}

/** What was done, by table, and what is left for a person to look at. */
export interface Erased {
  readonly records: number;
  readonly deleted: ReadonlyMap<string, number>;
  readonly changed: ReadonlyMap<string, number>;
  readonly label: string;
  readonly leftWords: readonly LeftWords[];
  /** Guids of files that stay and have to do with the person. */
  readonly leftFiles: readonly string[];
}

/**
 * Erases a person: empties the personal fields of the records by an ordinary write, which receivers get; then, in one transaction, deletes what
 * is only about the person, and replaces names and addresses in the history and everywhere else. Records and their numbers stay.
 * A trial changes nothing.
 */
export async function erasePerson(
  deps: WriteDeps,
  caller: Caller,
  { kind, name, isTrial, alsoRelatedFiles }: Erasure,
  ports: ErasePorts,
): Promise<Erased> {
  const person = await findPerson(deps.db, caller.tenantId, kind, name);
  // Before the records are emptied.
  const identity = await identityOf(deps.db, person);
  const singles = await singleNames(deps.db, person, identity);
  const replacement = { ...person, identifiers: identity.identifiers, singles };
  const calls = person.records.map(({ entity, key, personal }) =>
    fromObject(procedureFor(model(entity), 'upsert') ?? '', {
      ...key,
      ...Object.fromEntries(personal.map((property) => [property, null])),
      ...(kind === 'resource' ? { displayName: person.label } : {}),
      ...(kind === 'user' ? { displayName: person.label, enabled: false } : {}),
    }),
  );
  const { counts } = await writeCalls(deps, caller, calls, { handling: 'default', dryRun: isTrial, speak: 'property' });
  return deps.db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0');
    const files = await attachmentsOfPerson(tx, person, replacement);
    const removed = removedFiles(files, alsoRelatedFiles);
    const deleted = await deleteOwn(tx, person);
    add(deleted, 'attachment', removed.length);
    await emptyHistory(tx, person);
    for (const [table, count] of await deleteBodies(tx, replacement, deps.sealer)) add(deleted, table, count);
    const changed = await replaceTexts(tx, replacement);
    const done = {
      records: counts.updated,
      deleted: Object.fromEntries(deleted),
      changed: Object.fromEntries(changed),
    };
    await ports.note(tx, 'person.erased', person.reference, done);
    const leftFiles = files.related.filter(({ id }) => !removed.includes(id)).map(({ guid }) => guid);
    const leftWords = await leftoverWords(tx, person.tenantId, wordsOf(identity));
    if (removed.length > 0) await ports.removeAttachments(tx, removed);
    const value = { records: counts.updated, deleted, changed, label: person.label, leftWords, leftFiles };
    return { commit: !isTrial, value };
  });
}

const removedFiles = ({ own, related }: PersonAttachments, alsoRelated: boolean): number[] => [
  ...own,
  ...(alsoRelated ? related.map(({ id }) => id) : []),
];

const add = (counts: Map<string, number>, table: string, count: number): void => {
  if (count > 0) counts.set(table, (counts.get(table) ?? 0) + count);
};

/** Rows that are about the person and nothing else. */
async function deleteOwn(tx: Transaction, { kind, tenantId, records, name }: Person): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const ids = records.map(({ id }) => id);
  const drop = async (table: string, where: string, values: readonly unknown[] = [tenantId, ids]): Promise<void> =>
    add(counts, table, (await tx.query(`delete from ${table} where ${where} returning 1`, values)).length);
  const entity = kind === 'contact' ? 'Job' : 'Resource';
  if (kind !== 'user') {
    await drop('geocode_result', `tenant_id = $1 and record_id = any($2) and entity = '${entity}'`);
  }
  if (kind === 'resource') {
    for (const table of ['shared_position', 'resource_gps_tracking', 'calendar_feed'])
      await drop(table, 'tenant_id = $1 and resource_id = any($2)');
    await tx.query('update absence set note = null, comment = null where tenant_id = $1 and resource_id = any($2)', [
      tenantId,
      ids,
    ]);
    await tx.query('update visit_report set reason = null where tenant_id = $1 and resource_id = any($2)', [
      tenantId,
      ids,
    ]);
  }
  if (kind === 'user') {
    const accounts = await tx.query<{ id: number }>(
      'select account_id as id from membership where tenant_id = $1 and user_id = any($2)',
      [tenantId, ids],
    );
    for (const table of ['web_session', 'membership', 'invitation', 'scim_member', 'scim_user'])
      await drop(table, 'tenant_id = $1 and user_id = any($2)');
    // People keep an account with which they open another tenant.
    await drop(
      'account',
      'id = any($2) and (managed_by = $1 or managed_by is null and not exists (select from membership m where m.account_id = account.id))',
      [tenantId, accounts.map(({ id }) => id)],
    );
    await drop('login_failure', 'position(lower($1) in lower(subject)) > 0', [name]);
    await tx.query(
      'update access_event set address = null where tenant_id = $1 and lower($2) in (lower(actor), lower(subject))',
      [tenantId, name],
    );
  }
  return counts;
}

const emptied = (column: string): string =>
  `(select jsonb_object_agg(v.key, case when v.key = any($4) then 'null'::jsonb else v.value end) from jsonb_each(c.${column}::jsonb) v)::text`;

/** The personal fields of former states. */
async function emptyHistory(tx: Transaction, { kind, tenantId, records, name }: Person): Promise<void> {
  for (const { entity, id, personal, numbers } of records)
    for (const column of ['before', 'after'])
      await tx.query(
        `update change c set ${column} = ${emptied(column)}
         where c.tenant_id = $1 and c.record_id = $2 and c.entity = $3 and c.${column} is not null
           and c.${column}::jsonb ?| $4 and ${isOwnState(`c.${column}`, '$5', '$6')}`,
        [tenantId, id, entity, personal, numbers, name],
      );
  if (kind !== 'resource') return;
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['ResourceGpsTracking', ['latitude', 'longitude', 'speed']],
    ['Absence', ['note', 'comment']],
  ];
  // The state of a deleted or updated record names its resource, unless it did not change; then the record itself does.
  for (const [entity, properties] of parts)
    for (const column of ['before', 'after'])
      await tx.query(
        `update change c set ${column} = ${emptied(column)}
         where c.tenant_id = $1 and c.entity = $3 and c.${column} is not null and c.${column}::jsonb ?| $4
           and exists (select from change o, lateral (values (o.before), (o.after)) d(doc)
             where o.tenant_id = $1 and o.record_id = c.record_id and o.entity = $3 and lower(d.doc::jsonb ->> 'resourceNo') = lower($2))`,
        [tenantId, name, entity, properties],
      );
}

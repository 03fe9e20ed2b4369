import type { Session } from '../../platform/postgres/database.ts';
import type { Person } from './person.ts';
import { mentionPattern } from './replace-texts.ts';

export interface PersonAttachments {
  /** About the person and nothing else: files of the resource, and signatures that the person gave. */
  readonly own: readonly number[];
  /** Of a job or of the work: what the person uploaded, and files of the jobs of a contact. */
  readonly related: readonly { readonly id: number; readonly guid: string }[];
}

const OWN_TASKS = `select t.id from task t where t.tenant_id = $1 and t.job_id = any($2)`;

/** $6 is the kind of person. */
const OWN = `($6 = 'resource' and a.owner_kind = 'Resource' and a.owner_id = any($2)
  or a.kind = 'signature' and (a.signed_by ~* $3 or lower(a.signed_by) = any($4)))`;
const RELATED = `($6 = 'contact' and (a.task_id in (${OWN_TASKS}) or a.owner_kind = 'Task' and a.owner_id in (${OWN_TASKS}))
  or $6 <> 'contact' and lower(a.created_by) = any($5))`;

/** The attachments that have to do with a person. To be read before names are replaced. */
export async function attachmentsOfPerson(
  db: Session,
  { kind, tenantId, records, name }: Person,
  { identifiers, singles }: { readonly identifiers: readonly string[]; readonly singles: readonly string[] },
): Promise<PersonAttachments> {
  const rows = await db.query<{ id: number; guid: string; own: boolean }>(
    `select a.id, a.guid, coalesce(${OWN}, false) as own from attachment a where a.tenant_id = $1 and (${OWN} or ${RELATED}) order by a.id`,
    [
      ...[
        tenantId,
        records.map(({ id }) => id),
        mentionPattern(identifiers),
        singles.map((name) => name.toLowerCase()),
      ],
      [...identifiers.filter((text) => text.includes('@')), ...(kind === 'user' ? [name] : [])].map(
        (address) => `user:${address.toLowerCase()}`,
      ),
      kind,
    ],
  );
  return {
    own: rows.filter(({ own }) => own).map(({ id }) => id),
    related: rows.filter(({ own }) => !own).map(({ id, guid }) => ({ id, guid })),
  };
}

import { type AttachmentKind, attachmentReach, type OwnerKind } from '../../domain/attachments/attachment.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Session, Transaction } from '../../platform/postgres/database.ts';
import type { Bind } from '../../records/reading/visibility.ts';
import { andVisible, binder } from '../../records/reading/visible-rows.ts';
import { isAssigned, isAssignedToTask } from './owner-store.ts';

export interface StoredAttachment {
  readonly id: number;
  readonly guid: string;
  readonly ownerKind: OwnerKind;
  readonly ownerId: number;
  readonly ownerName: string;
  readonly ownerExists: boolean;
  readonly sourceApp: string | null;
  readonly kind: AttachmentKind;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly received: number;
  readonly sha256: string | null;
  readonly note: string | null;
  readonly signedBy: string | null;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly completedAt: number | null;
  /** Of a field worker: it belongs to an own appointment. */
  readonly isOwn: boolean;
}

const TABLES = [
  ['Appointment', 'appointment'],
  ['Task', 'task'],
  ['Resource', 'resource'],
] as const;

const existing = (table: string, id: string, further = ''): string =>
  `exists (select from ${table} t where t.tenant_id = a.tenant_id and t.id = ${id}${further})`;

const OWNER_EXISTS = `case a.owner_kind ${TABLES.map(([kind, table]) => `when '${kind}' then ${existing(table, 'a.owner_id')}`).join(' ')} end`;

/** Of a field worker: an appointment of the own resource. */
const ownAppointment = (caller: Caller, bind: Bind): string =>
  `(a.owner_kind = 'Appointment' and ${isAssigned(caller, 'a.tenant_id', 'a.owner_id', bind)})`;

/** The plan shows the owner to the caller. What belonged to a deleted appointment is shown with its task; to data filters what has neither is hidden. */
function isVisible(caller: Caller, bind: Bind): string {
  if (!caller.visibility) return 'true';
  const seen = (kind: string, table: string, id: string): string =>
    existing(table, id, andVisible(caller, kind, 't', bind));
  const owners = TABLES.map(([kind, table]) => `when '${kind}' then ${seen(kind, table, 'a.owner_id')}`).join(' ');
  const gone = `(a.owner_kind = 'Appointment' and not ${existing('appointment', 'a.owner_id')} and ${seen('Task', 'task', 'a.task_id')})`;
  return `(case a.owner_kind ${owners} end or ${gone})`;
}

/** A key that is limited to some source systems reaches their records, and resources of none. */
const isWithin = ({ sourceApps }: Caller, bind: Bind): string =>
  sourceApps ? `coalesce(lower(a.source_app) = any(${bind(sourceApps)}::text[]), a.owner_kind = 'Resource')` : 'true';

/** A field worker reads what belongs to the own appointments and to their tasks. */
function isReadable(caller: Caller, bind: Bind): string {
  if (attachmentReach(caller.permissions) === 'all') return 'true';
  return `(${ownAppointment(caller, bind)} or (a.owner_kind = 'Task' and ${isAssignedToTask(caller, 'a.tenant_id', 'a.owner_id', bind)}))`;
}

const columns = (caller: Caller, bind: Bind): string => `a.id, a.guid, a.owner_kind as "ownerKind",
  a.owner_id as "ownerId", a.owner_name as "ownerName", ${OWNER_EXISTS} as "ownerExists", a.source_app as "sourceApp", a.kind,
  a.file_name as "fileName", a.content_type as "contentType", a.size, a.received, a.sha256, a.note, a.signed_by as "signedBy",
  a.created_at as "createdAt", a.created_by as "createdBy", a.completed_at as "completedAt", ${ownAppointment(caller, bind)} as "isOwn"`;

interface Wanted {
  /** What the plan shows, or what the caller may also read. */
  readonly as: 'seen' | 'readable';
  readonly lock?: boolean;
}

/** An attachment by its guid, as far as the caller may know of it. */
export async function attachmentNamed(
  db: Session,
  caller: Caller,
  guid: string,
  { as, lock = false }: Wanted,
): Promise<StoredAttachment | undefined> {
  const values: unknown[] = [caller.tenantId, guid];
  const bind = binder(values);
  const [found] = await db.query<StoredAttachment>(
    `select ${columns(caller, bind)} from attachment a where a.tenant_id = $1 and a.guid = $2
       and ${isWithin(caller, bind)} and ${isVisible(caller, bind)}${as === 'readable' ? ` and ${isReadable(caller, bind)}` : ''}
     ${lock ? 'for update of a' : ''}`,
    values,
  );
  return found;
}

/** More than anybody looks through; the quota holds before. */
const MOST_LISTED = 500;

/** Which of them: of some owners, of all appointments of a task, or of deleted appointments of a name. */
export interface Listed {
  readonly owners: readonly { readonly kind: OwnerKind; readonly id: number }[];
  readonly ofTask?: number | undefined;
  readonly gone?: { readonly kind: OwnerKind; readonly name: string } | undefined;
}

export function attachmentsOf(
  db: Session,
  caller: Caller,
  { owners, ofTask, gone }: Listed,
): Promise<StoredAttachment[]> {
  const values: unknown[] = [caller.tenantId, caller.actor];
  const bind = binder(values);
  const which = [
    ...owners.map(({ kind, id }) => `(a.owner_kind = ${bind(kind)} and a.owner_id = ${bind(id)})`),
    ...(ofTask === undefined ? [] : [`a.task_id = ${bind(ofTask)}`]),
    ...(gone
      ? [
          `(a.owner_kind = ${bind(gone.kind)} and lower(a.owner_name) = lower(${bind(gone.name)}) and not ${OWNER_EXISTS})`,
        ]
      : []),
  ];
  return db.query<StoredAttachment>(
    `select ${columns(caller, bind)} from attachment a
     where a.tenant_id = $1 and (${which.join(' or ')}) and (a.completed_at is not null or a.created_by = $2)
       and ${isWithin(caller, bind)} and ${isVisible(caller, bind)} and ${isReadable(caller, bind)}
     order by a.created_at, a.id limit ${MOST_LISTED}`,
    values,
  );
}

export interface NewAttachment
  extends Pick<
    StoredAttachment,
    'guid' | 'ownerKind' | 'ownerId' | 'ownerName' | 'sourceApp' | 'kind' | 'fileName' | 'contentType' | 'size'
  > {
  readonly taskId: number | null;
  readonly sha256: string | null;
  readonly note: string | null;
  readonly signedBy: string | null;
  readonly createdBy: string;
}

export async function insertAttachment(tx: Transaction, tenantId: number, each: NewAttachment): Promise<void> {
  await tx.query(
    `insert into attachment (tenant_id, guid, owner_kind, owner_id, owner_name, task_id, source_app, kind, file_name, content_type,
       size, sha256, note, signed_by, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[tenantId, each.guid, each.ownerKind, each.ownerId, each.ownerName, each.taskId, each.sourceApp, each.kind],
      ...[each.fileName, each.contentType, each.size, each.sha256, each.note, each.signedBy, each.createdBy],
    ],
  );
}

export async function setReceived(tx: Transaction, tenantId: number, id: number, received: number): Promise<void> {
  await tx.query('update attachment set received = $3 where tenant_id = $1 and id = $2', [tenantId, id, received]);
}

export async function complete(
  tx: Transaction,
  tenantId: number,
  id: number,
  { contentType, sha256, at }: { readonly contentType: string; readonly sha256: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    'update attachment set content_type = $3, sha256 = $4, completed_at = $5 where tenant_id = $1 and id = $2',
    [tenantId, id, contentType, sha256, at.toISOString()],
  );
}

/** What the change log says of those that are complete. */
export const completeAttachments = (
  tx: Transaction,
  tenantId: number,
  ids: readonly number[],
): Promise<
  Pick<
    StoredAttachment,
    'id' | 'guid' | 'kind' | 'contentType' | 'size' | 'ownerKind' | 'ownerId' | 'ownerName' | 'sourceApp'
  >[]
> =>
  tx.query(
    `select id, guid, kind, content_type as "contentType", size, owner_kind as "ownerKind", owner_id as "ownerId",
       owner_name as "ownerName", source_app as "sourceApp"
     from attachment where tenant_id = $1 and id = any($2) and completed_at is not null order by id`,
    [tenantId, ids],
  );

export async function deleteAttachments(tx: Transaction, tenantId: number, ids: readonly number[]): Promise<void> {
  await tx.query(
    `with gone as (delete from attachment where tenant_id = $1 and id = any($2) returning size)
     update attachment_usage set bytes = greatest(0, bytes - (select coalesce(sum(size), 0) from gone)) where tenant_id = $1`,
    [tenantId, ids],
  );
}

/** Takes so much of the quota; the bytes that are in use where there is not enough left. The row is locked until the transaction ends. */
export async function takeQuota(
  tx: Transaction,
  tenantId: number,
  bytes: number,
  quota: number,
): Promise<{ readonly used: number } | undefined> {
  await tx.query('insert into attachment_usage (tenant_id) values ($1) on conflict (tenant_id) do nothing', [tenantId]);
  const [row] = await tx.query<{ used: number }>(
    'select bytes as used from attachment_usage where tenant_id = $1 for update',
    [tenantId],
  );
  if (!row || row.used + bytes > quota) return { used: row?.used ?? 0 };
  await tx.query('update attachment_usage set bytes = bytes + $2 where tenant_id = $1', [tenantId, bytes]);
  return undefined;
}

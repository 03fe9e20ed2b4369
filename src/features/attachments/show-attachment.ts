import { CHUNK_BYTES } from '../../domain/attachments/attachment.ts';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { attachmentNamed, attachmentsOf, type StoredAttachment } from './attachment-store.ts';
import { isGuid, type OwnerName } from './contract.ts';
import { findOwner } from './owner-store.ts';

export interface ShownUpload {
  readonly attachmentGuid: string;
  readonly size: number;
  readonly received: number;
  readonly chunkSize: number;
  readonly state: 'uploading' | 'complete';
}

export const stateOf = ({ completedAt }: Pick<StoredAttachment, 'completedAt'>): ShownUpload['state'] =>
  completedAt === null ? 'uploading' : 'complete';

export const shownUpload = (
  each: Pick<StoredAttachment, 'guid' | 'size' | 'received' | 'completedAt'>,
): ShownUpload => ({
  attachmentGuid: each.guid,
  size: each.size,
  received: each.received,
  chunkSize: CHUNK_BYTES,
  state: stateOf(each),
});

export const pathOf = (guid: string): string => `/attachment/${guid}/content`;

function shown(each: StoredAttachment, zone: string): Record<string, unknown> {
  return {
    ...shownUpload(each),
    kind: each.kind,
    fileName: each.fileName,
    contentType: each.contentType,
    sha256: each.sha256,
    note: each.note,
    signedBy: each.signedBy,
    owner: { kind: each.ownerKind, name: each.ownerName, exists: each.ownerExists },
    path: pathOf(each.guid),
    createdAt: formatInstant(zone, each.createdAt),
    createdBy: each.createdBy,
    completedAt: each.completedAt === null ? null : formatInstant(zone, each.completedAt),
  };
}

export const noSuchAttachment = (guid: string) => refuse('APP001', `There is no attachment ${guid.slice(0, 50)}.`);

/** One that the caller may read. */
export async function readableAttachment(deps: HasDatabase, caller: Caller, guid: string): Promise<StoredAttachment> {
  const found = isGuid(guid) ? await attachmentNamed(deps.db, caller, guid, { as: 'readable' }) : undefined;
  if (!found) throw noSuchAttachment(guid);
  return found;
}

/** GET /attachment/{attachmentGuid} */
export const showAttachment = async (
  deps: HasDatabase,
  caller: Caller,
  guid: string,
): Promise<Record<string, unknown>> => shown(await readableAttachment(deps, caller, guid), caller.timeZone);

export const noSuchOwner = ({ kind, key }: OwnerName) =>
  refuse('APP001', `There is no ${kind} ${key.join('/').slice(0, 120)}.`);

/** GET /attachment: of an appointment and its task, of a task and its appointments, or of a resource. */
export async function listAttachments(
  deps: HasDatabase,
  caller: Caller,
  name: OwnerName,
): Promise<Record<string, unknown>[]> {
  const { kind } = name;
  const owner = await findOwner(deps.db, caller, name);
  const found = await attachmentsOf(
    deps.db,
    caller,
    owner
      ? {
          owners: [
            { kind, id: owner.id },
            ...(kind === 'Appointment' && owner.taskId !== null ? [{ kind: 'Task' as const, id: owner.taskId }] : []),
          ],
          ofTask: kind === 'Task' ? owner.id : undefined,
        }
      : { owners: [], gone: { kind, name: name.key.join('/') } },
  );
  // The record is gone, or hidden, or was never there.
  if (!owner && found.length === 0) throw noSuchOwner(name);
  return found.map((each) => shown(each, caller.timeZone));
}

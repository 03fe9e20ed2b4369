import { attachmentWriteReach } from '../../domain/attachments/attachment.ts';
import { safeFileName } from '../../domain/attachments/file-name.ts';
import { isImage } from '../../domain/attachments/file-type.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { attachmentNamed, insertAttachment, type StoredAttachment, takeQuota } from './attachment-store.ts';
import type { HasAttachments } from './content.ts';
import type { BeginBody } from './contract.ts';
import { findOwner, type Owner } from './owner-store.ts';
import { noSuchOwner, type ShownUpload, shownUpload } from './show-attachment.ts';

/** POST /attachment: begins an upload, or says where it continues. */
export async function beginUpload(
  deps: HasDatabase & HasAttachments,
  caller: Caller,
  body: BeginBody,
  guard?: Guard<ShownUpload>,
): Promise<ShownUpload> {
  const fileName = safeFileName(body.fileName);
  if (fileName === '') throw refuse('REQ014', 'fileName: must be the name of a file.', 'fileName');
  refuseOtherKind(body.kind, body.contentType);
  return guardedly(deps, caller, guard, async (tx) => {
    const owner = await writableOwner(tx, caller, body);
    const before = await attachmentNamed(tx, caller, body.attachmentGuid, { as: 'seen', lock: true });
    if (before) {
      if (!isSame(before, owner, body)) throw otherData(body.attachmentGuid);
      return shownUpload(before);
    }
    await takeRoom(deps, tx, caller, body.size);
    await insertAttachment(tx, caller.tenantId, {
      guid: body.attachmentGuid,
      ownerKind: body.owner.kind,
      ownerId: owner.id,
      ownerName: owner.name,
      taskId: owner.taskId,
      sourceApp: owner.sourceApp,
      kind: body.kind,
      fileName,
      contentType: body.contentType || 'application/octet-stream',
      size: body.size,
      sha256: body.sha256 ?? null,
      note: body.note ?? null,
      signedBy: body.signedBy ?? null,
      createdBy: caller.actor,
    });
    return shownUpload({ guid: body.attachmentGuid, size: body.size, received: 0, completedAt: null });
  });
}

/** Photos and signatures are images. */
function refuseOtherKind(kind: BeginBody['kind'], contentType: string): void {
  if (kind !== 'document' && contentType !== '' && !isImage(contentType))
    throw refuse('REQ040', `A ${kind} must be an image, not ${contentType}; send it as a document.`, 'contentType', {
      found: contentType,
      declared: kind,
    });
}

/** The record that the file belongs to, if the caller may add to it. */
async function writableOwner(tx: Transaction, caller: Caller, { owner: name }: BeginBody): Promise<Owner> {
  const owner = await findOwner(tx, caller, name);
  if (!owner) throw noSuchOwner(name);
  if (attachmentWriteReach(caller.permissions) === 'own' && !(name.kind === 'Appointment' && owner.isOwn))
    throw notOwn();
  return owner;
}

export const notOwn = () =>
  refuse('USR004', 'You may only add and delete attachments of appointments of your own resource.', undefined, {
    permission: 'plan.write',
  });

const isSame = (
  before: StoredAttachment,
  owner: Owner,
  { owner: { kind }, size, kind: sent, sha256 }: BeginBody,
): boolean =>
  before.ownerKind === kind &&
  before.ownerId === owner.id &&
  before.size === size &&
  before.kind === sent &&
  (sha256 === undefined || before.sha256 === null || before.sha256 === sha256);

const otherData = (guid: string) =>
  refuse(
    'APP071',
    `attachmentGuid: ${guid} is an attachment of another record, kind, size or checksum. Choose a new one.`,
    'attachmentGuid',
  );

const inMegabytes = (bytes: number): number => Math.round(bytes / 104_857.6) / 10;

async function takeRoom({ attachments }: HasAttachments, tx: Transaction, caller: Caller, size: number): Promise<void> {
  const full = await takeQuota(tx, caller.tenantId, size, attachments.quotaBytes);
  if (full)
    throw refuse(
      'APP039',
      `Quota attachments: the tenant uses ${inMegabytes(full.used)} of ${inMegabytes(attachments.quotaBytes)} MB; the file has ${inMegabytes(size)} MB. Delete attachments that are no longer needed, or ask the operator for more (ATTACHMENT_QUOTA_MB).`,
      'size',
    );
}

import { createHash } from 'node:crypto';
import { attachmentWriteReach } from '../../domain/attachments/attachment.ts';
import { type AllowedType, ContentCheck, fileTypeOf, isImage } from '../../domain/attachments/file-type.ts';
import { errorDetail, Refusal, refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasDatabase, Transaction } from '../../platform/postgres/database.ts';
import {
  attachmentNamed,
  complete,
  deleteAttachments,
  type StoredAttachment,
  setReceived,
} from './attachment-store.ts';
import { notOwn } from './begin-upload.ts';
import type { HasAttachments } from './content.ts';
import { isGuid } from './contract.ts';
import { logAttachment } from './log-attachment.ts';
import { noSuchAttachment, type ShownUpload, stateOf } from './show-attachment.ts';

export type Received = Pick<ShownUpload, 'received' | 'state'>;
type ChunkDeps = HasDatabase & HasClock & HasAttachments;

/** So much of a file shows its type. */
const TELLING_BYTES = 2048;

/** PUT /attachment/{attachmentGuid}/content: one part of the content. It is stored when it is acknowledged. */
export async function takeChunk(
  deps: ChunkDeps,
  caller: Caller,
  guid: string,
  offset: number,
  bytes: Buffer,
): Promise<Received> {
  const outcome = await deps.db.write(caller.tenantId, async (tx) => {
    const upload = await writableAttachment(tx, caller, guid);
    refuseMisplaced(upload, offset, bytes);
    const refusal = await store(deps, tx, caller, upload, bytes);
    // What can never be complete is not kept, and its room is free again.
    if (refusal) await removeUpload(deps, tx, caller, upload);
    const received = offset + bytes.length;
    const state = received === upload.size ? ('complete' as const) : ('uploading' as const);
    return { commit: true, value: { refusal, received, state } };
  });
  if (outcome.refusal) throw outcome.refusal;
  return { received: outcome.received, state: outcome.state };
}

/** One whose owner the caller may write, locked. */
export async function writableAttachment(tx: Transaction, caller: Caller, guid: string): Promise<StoredAttachment> {
  const found = isGuid(guid) ? await attachmentNamed(tx, caller, guid, { as: 'seen', lock: true }) : undefined;
  if (!found) throw noSuchAttachment(guid);
  if (attachmentWriteReach(caller.permissions) === 'own' && !found.isOwn) throw notOwn();
  return found;
}

export async function removeUpload(
  { attachments }: HasAttachments,
  tx: Transaction,
  { tenantId }: Caller,
  { id }: StoredAttachment,
): Promise<void> {
  await attachments.content.remove(tx, tenantId, [id]);
  await deleteAttachments(tx, tenantId, [id]);
}

function refuseMisplaced(upload: StoredAttachment, offset: number, bytes: Buffer): void {
  const { received, size } = upload;
  const state = stateOf(upload);
  if (offset !== received || state === 'complete')
    throw new Refusal(
      errorDetail(
        'APP070',
        state === 'complete'
          ? 'The attachment is complete.'
          : `offset: ${received} of ${size} bytes are stored; continue from there.`,
        'offset',
        { received },
      ),
      { extra: { received, state } },
    );
  if (bytes.length === 0) throw refuse('REQ015', 'The body has no content.');
  if (received + bytes.length > size)
    throw refuse('REQ014', `The attachment has ${size} bytes, and ${received + bytes.length} would be sent.`, 'size');
}

/** Stores the bytes; of the last ones it looks at the whole file. Answers why the file is refused. */
async function store(
  deps: ChunkDeps,
  tx: Transaction,
  caller: Caller,
  upload: StoredAttachment,
  bytes: Buffer,
): Promise<Refusal | undefined> {
  const { received: offset, size } = upload;
  const isLast = offset + bytes.length === size;
  if (offset === 0 && !isLast && bytes.length >= TELLING_BYTES) {
    // Nobody should send ten megabytes to hear that they are of a wrong type.
    const early = wrongType(upload, fileTypeOf(bytes));
    if (early) return early;
  }
  const key = { tenantId: caller.tenantId, attachmentId: upload.id };
  await deps.attachments.content.append(tx, key, offset, bytes);
  await setReceived(tx, caller.tenantId, upload.id, offset + bytes.length);
  if (!isLast) return undefined;
  const check = new ContentCheck();
  const hash = createHash('sha256');
  for await (const portion of deps.attachments.content.read(key, tx)) {
    check.push(portion);
    hash.update(portion);
  }
  const found = check.end();
  const sha256 = hash.digest('hex');
  const refusal = wrongType(upload, found) ?? wrongSum(upload, sha256);
  if (refusal) return refusal;
  const contentType = found.type as AllowedType;
  await complete(tx, caller.tenantId, upload.id, { contentType, sha256, at: deps.now() });
  await logAttachment(tx, caller, 'created', { ...upload, contentType });
  return undefined;
}

function wrongType(
  { contentType: declared, kind, fileName }: StoredAttachment,
  found: { readonly name: string; readonly type?: AllowedType },
): Refusal | undefined {
  const said = declared === 'application/octet-stream' ? undefined : declared;
  const parameters = { found: found.name, declared: said ?? kind, fileName };
  const refused = (message: string): Refusal => refuse('REQ040', message, 'contentType', parameters);
  const declares = said === undefined ? '' : `, declared as ${said}`;
  if (found.type === undefined)
    return refused(
      `${fileName}${declares}, is a ${found.name}: files of this type are not accepted. Nothing was stored.`,
    );
  if (said !== undefined && said !== found.type)
    return refused(`${fileName} was declared as ${said}, but is a ${found.name} (${found.type}). Nothing was stored.`);
  if (kind !== 'document' && !isImage(found.type))
    return refused(`${fileName} is a ${found.name}: a ${kind} must be an image. Nothing was stored.`);
  return undefined;
}

const wrongSum = ({ sha256, fileName }: StoredAttachment, found: string): Refusal | undefined =>
  sha256 === null || sha256 === found
    ? undefined
    : refuse('REQ041', `${fileName} arrived with the SHA-256 ${found}, not ${sha256}. Nothing was stored.`, 'sha256');

import { contentDisposition, nameOfType } from '../../domain/attachments/file-name.ts';
import { type AllowedType, isImage } from '../../domain/attachments/file-type.ts';
import { refuse } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasAttachments } from './content.ts';
import { readableAttachment } from './show-attachment.ts';

interface Download {
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  content(): AsyncIterable<Buffer>;
}

/** GET /attachment/{attachmentGuid}/content: the file with headers that keep a browser from running anything of it. */
export async function readContent(deps: HasDatabase & HasAttachments, caller: Caller, guid: string): Promise<Download> {
  const found = await readableAttachment(deps, caller, guid);
  const { id, contentType, fileName, size, received, sha256, completedAt } = found;
  if (completedAt === null)
    throw refuse('APP001', `The attachment ${guid} is not complete: ${received} of ${size} bytes were received.`);
  const name = nameOfType(fileName, contentType as AllowedType);
  return {
    etag: `"${sha256 ?? guid}"`,
    headers: {
      'content-type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
      'content-length': String(size),
      'content-disposition': contentDisposition(isImage(contentType) ? 'inline' : 'attachment', name),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
    content: () => deps.attachments.content.read({ tenantId: caller.tenantId, attachmentId: id }),
  };
}

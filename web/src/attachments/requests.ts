import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

/** What an attachment belongs to. */
export type AttachmentOwner =
  | { readonly appointmentNo: string }
  | { readonly sourceApp: string; readonly sourceType: string; readonly jobNo: string; readonly taskNo: string }
  | { readonly resourceNo: string };

export type Attachment = Paths['/attachment']['get']['answer'][number];
type AttachmentKind = Attachment['kind'];
export type UploadState = Pick<Attachment, 'attachmentGuid' | 'size' | 'received' | 'chunkSize' | 'state'>;
type BeginBody = Paths['/attachment']['post']['body'];

/** The body of POST /attachment, without what follows from the file itself. */
export type AttachmentMeta = AttachmentOwner & {
  /** Chosen by the client, so that an upload that is begun again continues. */
  readonly attachmentGuid: string;
  readonly kind: AttachmentKind;
  readonly fileName: string;
  /** That of the file, if it is missing. */
  readonly contentType?: string;
  readonly note?: string;
  readonly signedBy?: string;
};

export const beginUpload = (body: BeginBody, signal?: AbortSignal): Promise<UploadState> =>
  api.post('/attachment', { body, signal });

export const uploadState = (attachmentGuid: string, signal?: AbortSignal): Promise<UploadState> =>
  api.get('/attachment/{attachmentGuid}', { path: { attachmentGuid }, signal });

export const sendChunk = (
  attachmentGuid: string,
  offset: number,
  content: Blob,
  signal?: AbortSignal,
): Promise<Pick<UploadState, 'received' | 'state'>> =>
  api.put('/attachment/{attachmentGuid}/content', {
    path: { attachmentGuid },
    query: { offset },
    text: { type: 'application/octet-stream', content },
    signal,
  });

export const listAttachments = (query: AttachmentOwner, signal?: AbortSignal): Promise<readonly Attachment[]> =>
  api.get('/attachment', { query, signal });

export const deleteAttachment = (attachmentGuid: string): Promise<unknown> =>
  api.delete('/attachment/{attachmentGuid}', { path: { attachmentGuid } });

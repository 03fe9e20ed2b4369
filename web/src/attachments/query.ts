import { queryOptions } from '@tanstack/react-query';
import { type AttachmentOwner, listAttachments } from './requests.ts';

export const attachmentsKey = (owner: AttachmentOwner) => ['attachments', owner] as const;

export const attachmentsQuery = (owner: AttachmentOwner) =>
  queryOptions({
    queryKey: attachmentsKey(owner),
    queryFn: ({ signal }) => listAttachments(owner, signal),
    staleTime: 30_000,
    retry: false,
  });

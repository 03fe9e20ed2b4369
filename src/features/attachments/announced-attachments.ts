import type { Session } from '../../platform/postgres/database.ts';

/** An attachment as deliveries announce it. */
export interface AnnouncedAttachment {
  /** The appointment. */
  readonly owner: number;
  readonly guid: string;
  readonly kind: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string | null;
  readonly note: string | null;
  readonly signedBy: string | null;
  readonly createdAt: number;
  readonly createdBy: string;
}

/** The complete attachments of appointments. */
export const attachmentsToSend = (
  tx: Session,
  tenantId: number,
  appointmentIds: readonly number[],
): Promise<AnnouncedAttachment[]> =>
  tx.query<AnnouncedAttachment>(
    `select owner_id as owner, guid, kind, file_name as "fileName", content_type as "contentType", size, sha256, note,
       signed_by as "signedBy", created_at as "createdAt", created_by as "createdBy"
     from attachment where tenant_id = $1 and owner_kind = 'Appointment' and owner_id = any($2) and completed_at is not null
     order by created_at, id`,
    [tenantId, appointmentIds],
  );

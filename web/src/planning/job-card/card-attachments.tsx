import { AddAttachments } from '../../attachments/add-attachments.tsx';
import { AttachmentList } from '../../attachments/attachment-list.tsx';
import type { AttachmentOwner } from '../../attachments/requests.ts';
import { useAttachmentTexts } from '../../attachments/texts.ts';
import { Part } from '../../job-card/part.tsx';
import type { JobCardAnswer } from '../../job-card/query.ts';
import { useMay } from '../../session/may.ts';

/** The attachments of the appointment, or of the task where the card is of a task. */
export function CardAttachments({ card }: { readonly card: JobCardAnswer }) {
  const texts = useAttachmentTexts();
  const may = useMay();
  const owner = ownerOf(card);
  if (!owner) return null;
  return (
    <Part title={texts.attachments}>
      <AttachmentList owner={owner} deleteControl={may('details.detach')} />
      {may('details.attach') && <AddAttachments owner={owner} control={may('details.attach')} />}
    </Part>
  );
}

function ownerOf({ appointment, task }: JobCardAnswer): AttachmentOwner | undefined {
  if (appointment) return { appointmentNo: appointment.appointmentNo };
  if (!task) return undefined;
  const { sourceApp, sourceType, jobNo, taskNo } = task;
  return { sourceApp, sourceType, jobNo, taskNo };
}

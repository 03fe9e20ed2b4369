import { useQuery } from '@tanstack/react-query';
import { AddAttachments } from '../attachments/add-attachments.tsx';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { attachmentsQuery } from '../attachments/query.ts';
import type { AttachmentOwner } from '../attachments/requests.ts';
import { isShownByBrowsers } from '../attachments/shown-type.ts';
import { useAttachmentTexts } from '../attachments/texts.ts';
import { Card } from '../kit/page.tsx';
import { useMay } from '../session/may.ts';

/** Photos and documents of a resource or a task. */
export function RecordAttachments({ owner }: { readonly owner: AttachmentOwner }) {
  const texts = useAttachmentTexts();
  const may = useMay();
  const attach = may('masterData.attach');
  return (
    <Card title={texts.attachments}>
      <AttachmentList owner={owner} deleteControl={may('masterData.detach')} />
      {attach && <AddAttachments owner={owner} control={attach} />}
    </Card>
  );
}

/** The newest photo among the attachments of a resource. */
export function ResourcePhoto({ resourceNo, name }: { readonly resourceNo: string; readonly name: string }) {
  const { data = [] } = useQuery(attachmentsQuery({ resourceNo }));
  const photo = data.findLast(
    ({ kind, state, contentType }) => kind === 'photo' && state === 'complete' && isShownByBrowsers(contentType),
  );
  return photo ? <img className="master-photo" src={photo.path} alt={name} /> : null;
}

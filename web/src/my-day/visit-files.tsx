import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { newId } from '../api/new-id.ts';
import { AttachmentList } from '../attachments/attachment-list.tsx';
import { shrinkImage, UnreadableImage } from '../attachments/shrink-image.ts';
import { Part } from '../job-card/part.tsx';
import { useNotify } from '../kit/use-notify.ts';
import type { ShownVisit } from '../offline/merge-day.ts';
import { useMay } from '../session/may.ts';
import { SignatureDialog } from './signature-dialog.tsx';
import { useMyDayTexts } from './texts.ts';
import type { MyDay } from './use-my-day.ts';
import { nameOf } from './visit-name.ts';

/** Photos and signatures: those that are stored, and those that wait on the device. */
export function VisitFiles({ visit, myDay: { device, state, query } }: { visit: ShownVisit; myDay: MyDay }) {
  const texts = useMyDayTexts();
  const notify = useNotify();
  const control = useMay()('myDay.attach');
  const input = useRef<HTMLInputElement>(null);
  const [isSigning, setSigning] = useState(false);
  if (!control) return null;
  const name = nameOf(visit);
  const unsent = state.actions.filter(
    ({ id, deed }) => deed.kind === 'attach' && deed.visit.appointmentId === name.appointmentId && !state.sent.has(id),
  ).length;
  const attach = (of: 'photo' | 'signature', content: Blob, fileName: string, signedBy?: string): Promise<void> =>
    device.act(query.data?.day.resourceNo ?? '', {
      ...{ kind: 'attach', visit: name, attachmentGuid: newId(), of, fileName, content },
      ...(signedBy === undefined ? {} : { signedBy }),
    });
  const addPhotos = async (files: readonly File[]): Promise<void> => {
    for (const file of files)
      try {
        await attach('photo', await shrinkImage(file), `${file.name.replace(/\.\w+$/, '').slice(0, 100)}.jpg`);
      } catch (error) {
        if (!(error instanceof UnreadableImage)) throw error;
        notify.error(new Error(texts.notAnImage));
      }
  };
  return (
    <Part title={texts.photos}>
      <AttachmentList owner={{ appointmentNo: name.appointmentNo }} />
      {unsent > 0 && <p className="my-day-soft">{texts.unsentFiles(unsent)}</p>}
      <div className="my-day-choices" {...control}>
        <input
          ref={input}
          type="file"
          accept="image/*"
          multiple
          hidden
          aria-label={texts.takePhoto}
          onChange={(event) => {
            void addPhotos([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          {texts.takePhoto}
        </Button>
        <Button variant="default" onClick={() => setSigning(true)}>
          {texts.sign}
        </Button>
      </div>
      {isSigning && (
        <SignatureDialog
          onClose={() => setSigning(false)}
          onSigned={(content, signedBy) => {
            setSigning(false);
            void attach('signature', content, 'signature.png', signedBy);
          }}
        />
      )}
    </Part>
  );
}

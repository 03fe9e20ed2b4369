import { Button, Progress } from '@mantine/core';
import { useId, useRef } from 'react';
import { Icon } from '../frame/icons.tsx';
import { useLocale } from '../i18n/language.ts';
import { useErrorMessage } from '../messages/error-message.ts';
import type { AttachmentOwner } from './requests.ts';
import { UnreadableImage } from './shrink-image.ts';
import { useAttachmentTexts } from './texts.ts';
import { type Upload, useUploads } from './use-uploads.ts';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,application/pdf,text/plain';

interface Props {
  readonly owner: AttachmentOwner;
  /** The mark of the control. */
  readonly control: object | undefined;
}

/** A button to choose files, and those that are on their way. */
export function AddAttachments({ owner, control }: Props) {
  const texts = useAttachmentTexts();
  const input = useRef<HTMLInputElement>(null);
  const { uploads, add, drop, again } = useUploads(owner);
  return (
    <div className="attachments-add">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={texts.add}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      {uploads.map((upload) => (
        <Sending key={upload.id} upload={upload} onStop={() => drop(upload.id)} onAgain={() => again(upload.id)} />
      ))}
      <Button
        {...control}
        size="compact-xs"
        variant="default"
        leftSection={<Icon name="upload" size={14} />}
        onClick={() => input.current?.click()}
      >
        {texts.add}
      </Button>
    </div>
  );
}

interface SendingProps {
  readonly upload: Upload;
  onStop(): void;
  onAgain(): void;
}

function Sending({ upload: { name, received, size, error }, onStop, onAgain }: SendingProps) {
  const texts = useAttachmentTexts();
  const id = useId();
  const messageOf = useErrorMessage();
  const { locale } = useLocale();
  const share = size === 0 ? 0 : received / size;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(share);
  const failed = error instanceof UnreadableImage ? texts.unreadable(name) : error && messageOf(error);
  return (
    <div className="attachments-sending">
      <span id={id} dir="auto">
        {texts.sending(name, percent)}
      </span>
      <Progress.Root size="sm">
        <Progress.Section value={share * 100} aria-labelledby={id} />
      </Progress.Root>
      {typeof failed === 'string' && (
        <p role="alert" dir="auto">
          {failed}
        </p>
      )}
      <div className="attachments-buttons">
        {typeof failed === 'string' && !(error instanceof UnreadableImage) && (
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            {texts.tryAgain}
          </Button>
        )}
        <Button size="compact-xs" variant="subtle" onClick={onStop}>
          {typeof failed === 'string' ? texts.dismiss : texts.stop}
        </Button>
      </div>
    </div>
  );
}

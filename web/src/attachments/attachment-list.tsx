import { ActionIcon } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Icon } from '../frame/icons.tsx';
import { useLocale } from '../i18n/language.ts';
import { sizeText } from '../i18n/size-text.ts';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { StoredLink } from '../kit/stored-link.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useNotify } from '../kit/use-notify.ts';
import './attachments.css';
import { attachmentsKey, attachmentsQuery } from './query.ts';
import { type Attachment, type AttachmentOwner, deleteAttachment } from './requests.ts';
import { isShownByBrowsers } from './shown-type.ts';
import { useAttachmentTexts } from './texts.ts';

interface Props {
  readonly owner: AttachmentOwner;
  /** The mark of the control that deletes; undefined where the user may not. */
  readonly deleteControl?: object | undefined;
}

/** The attachments of a record: thumbnails of images, names of the others. */
export function AttachmentList({ owner, deleteControl }: Props) {
  const texts = useAttachmentTexts();
  const query = useQuery(attachmentsQuery(owner));
  const cache = useQueryClient();
  const notify = useNotify();
  const { ask, dialog } = useConfirm();
  const remove = useMutation({
    mutationFn: ({ attachmentGuid }: Attachment) => deleteAttachment(attachmentGuid),
    onSuccess: () => notify.success(texts.removed),
    onError: notify.error,
    onSettled: () => cache.invalidateQueries({ queryKey: attachmentsKey(owner) }),
  });
  const askToRemove = (attachment: Attachment): void =>
    ask({
      title: texts.removeQuestion(attachment.fileName),
      body: texts.removeBody,
      yes: texts.delete,
      act: () => remove.mutate(attachment),
    });
  return (
    <>
      <QueryBoundary query={query}>
        {(attachments) =>
          attachments.length === 0 ? (
            <p className="attachments-none">{texts.none}</p>
          ) : (
            <ul className="attachments" aria-label={texts.attachments}>
              {attachments.map((attachment) => (
                <Entry
                  key={attachment.attachmentGuid}
                  attachment={attachment}
                  deleteControl={deleteControl}
                  onRemove={() => askToRemove(attachment)}
                />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {dialog}
    </>
  );
}

interface EntryProps {
  readonly attachment: Attachment;
  readonly deleteControl: object | undefined;
  onRemove(): void;
}

function Entry({ attachment, deleteControl, onRemove }: EntryProps) {
  const texts = useAttachmentTexts();
  const format = useFormat();
  const { locale } = useLocale();
  const { fileName, kind, size, received, state, signedBy, note, createdAt } = attachment;
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(size === 0 ? 0 : received / size);
  const facts = [
    texts.kinds[kind],
    state === 'complete' ? sizeText(size, locale) : texts.incomplete(percent),
    format.moment(createdAt),
  ];
  return (
    <li className="attachment">
      <Preview attachment={attachment} />
      <div className="attachment-facts">
        <bdi className="attachment-name">{fileName}</bdi>
        <small>{facts.join(' · ')}</small>
        {signedBy !== null && <small dir="auto">{texts.signedBy(signedBy)}</small>}
        {note !== null && (
          <small dir="auto" className="attachment-note">
            {note.slice(0, 500)}
          </small>
        )}
      </div>
      {deleteControl && (
        <ActionIcon
          {...deleteControl}
          variant="subtle"
          color="gray"
          aria-label={texts.remove(fileName)}
          onClick={onRemove}
        >
          <Icon name="remove" size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

function Preview({ attachment: { fileName, contentType, state, path } }: { readonly attachment: Attachment }) {
  const texts = useAttachmentTexts();
  if (state !== 'complete')
    return (
      <span className="attachment-preview">
        <Icon name="upload" />
      </span>
    );
  return (
    <StoredLink className="attachment-preview" uri={path} isForeign aria-label={texts.open(fileName)}>
      {isShownByBrowsers(contentType) ? <img src={path} alt="" loading="lazy" /> : <Icon name="download" />}
    </StoredLink>
  );
}

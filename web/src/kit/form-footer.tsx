import { Alert, Button, Group } from '@mantine/core';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from './use-notify.ts';

interface Props {
  /** Why the last attempt was refused, if it was. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /** What is written on the button that does it; to save, unless it says otherwise. */
  readonly submitLabel?: string;
  readonly disabled?: boolean;
  onCancel(): void;
}

/** The end of a form in a dialog: why it was refused, the way out, and the button that does it. */
export function FormFooter({ error, isBusy, submitLabel, disabled, onCancel }: Props) {
  const texts = useTexts();
  const { messageOf } = useNotify();
  return (
    <>
      {error !== undefined && error !== null && (
        <Alert color="red" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={disabled ?? false}>
          {submitLabel ?? texts.save}
        </Button>
      </Group>
    </>
  );
}

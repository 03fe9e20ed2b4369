import { Alert, Button, Group } from '@mantine/core';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from './use-notify.ts';

interface Props {
  /** The error of the last attempt, if any. */
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Label of the submit button; "Save" by default. */
  readonly submitLabel?: string;
  readonly disabled?: boolean;
  onCancel(): void;
}

/** The footer of a form in a dialog: the error, Cancel and the submit button. */
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

import { Alert, Button, Group } from '@mantine/core';
import { useTexts } from '../i18n/language.ts';
import { useTell } from './tell.ts';

interface Props {
  /** Why the last attempt was refused, if it was. */
  readonly refusal: unknown;
  readonly isBusy: boolean;
  /** What is written on the button that does it; to save, unless it says otherwise. */
  readonly does?: string;
  readonly disabled?: boolean;
  onCancel(): void;
}

/** The end of a form in a dialog: why it was refused, the way out, and the button that does it. */
export function FormEnd({ refusal, isBusy, does, disabled, onCancel }: Props) {
  const texts = useTexts();
  const { why } = useTell();
  return (
    <>
      {refusal !== undefined && refusal !== null && (
        <Alert color="red" role="alert">
          {why(refusal)}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isBusy} disabled={disabled ?? false}>
          {does ?? texts.save}
        </Button>
      </Group>
    </>
  );
}

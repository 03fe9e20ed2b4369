import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly opened?: boolean;
  readonly size?: 'lg';
  /** True where the form shows its own messages instead of the browser's. */
  readonly noValidate?: boolean;
  readonly autoComplete?: 'off';
  onSubmit(): void;
  onClose(): void;
}

/** A dialog with one form: the fields, then usually a FormFooter. */
export function FormDialog(props: Props) {
  const { title, children, opened = true, size = 'md', noValidate = false, autoComplete, onSubmit, onClose } = props;
  const { close } = useTexts();
  return (
    <Modal opened={opened} onClose={onClose} size={size} title={title} closeButtonProps={{ 'aria-label': close }}>
      <form
        noValidate={noValidate}
        autoComplete={autoComplete}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="sm">{children}</Stack>
      </form>
    </Modal>
  );
}

import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useMyDayTexts } from './texts.ts';

interface Props {
  readonly label: string;
  onClose(): void;
  onReport(reason: string): void;
}

/** Asks why a visit cannot be done. */
export function NotPossibleDialog({ label, onClose, onReport }: Props) {
  const common = useTexts();
  const texts = useMyDayTexts();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${texts.notPossible}: ${label}`}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!isMissing) onReport(reason.trim());
        }}
      >
        <p className="my-day-soft">{texts.notPossibleHint}</p>
        <Textarea
          label={texts.reason}
          value={reason}
          maxLength={500}
          autosize
          minRows={3}
          required
          data-autofocus
          error={isTried && isMissing ? texts.reasonMissing : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" color="red" size="lg" fullWidth mt="md">
          {texts.report}
        </Button>
      </form>
    </Modal>
  );
}

import { Button, Group, Modal, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../i18n/language.ts';
import { useDecisionTexts } from './decision-texts.ts';

interface Props {
  readonly count: number;
  readonly isBusy: boolean;
  onClose(): void;
  onReject(reason: string): void;
}

/** Asks for the reason of a rejection, which the worker reads. */
export function RejectDialog({ count, isBusy, onClose, onReject }: Props) {
  const common = useTexts();
  const texts = useDecisionTexts();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() !== '') onReject(reason.trim());
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.rejectTitle(count)}
      closeButtonProps={{ 'aria-label': common.close }}
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={submit}>
        <Textarea
          data-autofocus
          required
          autosize
          minRows={2}
          label={texts.reason}
          description={texts.reasonHint}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" color="red" loading={isBusy} disabled={reason.trim() === ''}>
            {texts.reject(count)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { addDays, dateOf, midnightOf } from '../../dates/zone.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import type { Conflict } from './conflict.ts';
import { conflictsKey } from './queries.ts';
import { useConflictTexts } from './texts.ts';

interface Props {
  readonly conflict: Conflict;
  readonly message: string;
  readonly zone: string;
  onClose(): void;
  onDone(): void;
}

/** Why a conflict is accepted, and its last day. */
export function AcceptDialog({ conflict, message, zone, onClose, onDone }: Props) {
  const texts = useConflictTexts();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const today = dateOf(zone, Date.now());
  const ends = dateOf(zone, Date.parse(conflict.end));
  const [until, setUntil] = useState(ends > today ? ends : today);
  const accept = useMutation({
    mutationFn: () => {
      const end = new Date(midnightOf(zone, addDays(until, 1))).toISOString();
      return api.post('/violations/{id}/waiver', { path: { id: conflict.id }, body: { reason, until: end } });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: conflictsKey });
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog title={texts.acceptTitle} onSubmit={() => accept.mutate()} onClose={onClose}>
      <p className="conflict-about" dir="auto">
        {message}
      </p>
      <Textarea
        label={texts.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={500}
        autosize
        minRows={2}
        required
        data-autofocus
      />
      <DateInput
        label={texts.until}
        description={texts.untilHint}
        value={until}
        min={today}
        max={addDays(today, 365)}
        onChange={setUntil}
        required
      />
      <FormFooter
        error={accept.error}
        isBusy={accept.isPending}
        submitLabel={texts.acceptButton}
        disabled={reason.trim() === '' || until === ''}
        onCancel={onClose}
      />
    </FormDialog>
  );
}

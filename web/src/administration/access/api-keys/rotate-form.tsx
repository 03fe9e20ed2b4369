import { NumberInput, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { FormFooter } from '../../../kit/form-footer.tsx';
import type { Key } from './key-columns.tsx';
import { useKeyTexts } from './texts.ts';

const LONGEST_DAYS = 90;
const USUAL_DAYS = 7;

/** Replaces a key by a new one, which `done` shows. */
export function RotateForm(props: {
  of: Key;
  done(fresh: { name: string; key: string }): Promise<void>;
  close(): void;
}) {
  const { of, done, close } = props;
  const texts = useKeyTexts();
  const [days, setDays] = useState<number | string>(USUAL_DAYS);
  // A second click, or a retry, does not rotate twice.
  const [once] = useState(() => crypto.randomUUID());
  const rotation = useMutation({
    mutationFn: () =>
      api.post('/apiKey/{id}/rotate', { path: { id: String(of.id) }, body: { overlapHours: Number(days) * 24 }, once }),
    onSuccess: done,
  });
  return (
    <FormDialog title={texts.rotateOf(of.name)} onSubmit={() => rotation.mutate()} onClose={close}>
      <Text size="sm">{texts.rotateHint}</Text>
      <NumberInput
        label={texts.overlapDays}
        description={texts.overlapHint}
        min={0}
        max={LONGEST_DAYS}
        value={days}
        onChange={setDays}
      />
      <FormFooter error={rotation.error} isBusy={rotation.isPending} submitLabel={texts.rotate} onCancel={close} />
    </FormDialog>
  );
}

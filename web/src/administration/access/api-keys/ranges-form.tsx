import { TagsInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { FormFooter } from '../../../kit/form-footer.tsx';
import type { Key } from './key-columns.tsx';
import { useKeyTexts } from './texts.ts';

/** The networks that a key may be used from. */
export function RangesForm({ of, done, close }: { of: Key; done(): Promise<void>; close(): void }) {
  const texts = useKeyTexts();
  const [ipRanges, setRanges] = useState<string[]>([...(of.ipRanges ?? [])]);
  const change = useMutation({
    mutationFn: () => api.put('/apiKey/{id}', { path: { id: String(of.id) }, body: { ipRanges } }),
    onSuccess: done,
  });
  return (
    <FormDialog title={texts.rangesOf(of.name)} onSubmit={() => change.mutate()} onClose={close}>
      <TagsInput
        label={texts.ipRanges}
        description={texts.ipRangesHint}
        acceptValueOnBlur
        value={ipRanges}
        onChange={setRanges}
      />
      <FormFooter error={change.error} isBusy={change.isPending} submitLabel={texts.save} onCancel={close} />
    </FormDialog>
  );
}

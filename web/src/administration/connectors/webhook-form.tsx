import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import { useFormTexts } from './form-texts.ts';
import { type WebhookEvent, webhookEvents } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';

const empty = { event: 'AppointmentCreated' as WebhookEvent, name: '', sourceApp: '', notificationURL: '' };

interface Props {
  readonly opened: boolean;
  close(): void;
  showSecret(secret: string): void;
}

/** Registers a webhook. Its secret is shown once, when it is created. */
export function WebhookForm({ opened, close, showSecret }: Props) {
  const texts = useConnectorTexts();
  const form = useFormTexts();
  const common = useTexts();
  const queries = useQueryClient();
  const [values, setValues] = useState(empty);
  const save = useMutation({
    mutationFn: ({ event, notificationURL, name, sourceApp }: typeof empty) =>
      api.post('/webhooks/{event}', {
        path: { event },
        body: { notificationURL, ...(name ? { name } : {}), ...(sourceApp ? { sourceApp } : {}) },
      }),
    onSuccess: ({ secret }) => {
      setValues(empty);
      close();
      showSecret(secret);
      void queries.invalidateQueries({ queryKey: ['receivers'] });
    },
  });
  const text = (name: 'name' | 'sourceApp' | 'notificationURL', label: string) => (
    <TextInput
      label={label}
      value={values[name]}
      required={name === 'notificationURL'}
      onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
    />
  );
  return (
    <FormDialog opened={opened} title={form.newWebhook} onSubmit={() => save.mutate(values)} onClose={close}>
      <NativeSelect
        label={form.event}
        value={values.event}
        onChange={({ currentTarget }) => setValues({ ...values, event: currentTarget.value as WebhookEvent })}
        data={webhookEvents.map((value) => ({ value, label: texts.events[value] }))}
      />
      {text('name', texts.name)}
      {text('notificationURL', texts.address)}
      {text('sourceApp', texts.sourceApp)}
      <FormFooter error={save.error} isBusy={save.isPending} submitLabel={common.add} onCancel={close} />
    </FormDialog>
  );
}

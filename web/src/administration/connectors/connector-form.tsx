import { Checkbox, Group, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { FormFooter } from '../../kit/form-footer.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { ConnectorTextInput } from './connector-text-input.tsx';
import { CHANGES, type ConnectorValues, valuesOf, writeOf } from './connector-values.ts';
import { useFormTexts } from './form-texts.ts';
import type { Connector } from './receivers.ts';
import { SystemFields } from './system-fields.tsx';
import { useConnectorTexts } from './texts.ts';

/** Creates or edits a connector. SourceApp and name identify it and cannot be changed. */
export function ConnectorForm({ edited, close }: { edited: Connector | 'new' | undefined; close: () => void }) {
  const texts = useConnectorTexts();
  const form = useFormTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const stored = edited === 'new' ? undefined : edited;
  const [values, setValues] = useState(() => valuesOf(stored));
  const save = useMutation({
    mutationFn: () => api.post('/connector', { body: writeOf(values), version: stored?.version }),
    onSuccess: () => {
      notify.success(texts.saved);
      close();
      void queries.invalidateQueries({ queryKey: ['receivers'] });
    },
  });
  const onChange = (change: Partial<ConnectorValues>): void => setValues((last) => ({ ...last, ...change }));
  const field = { values, onChange };
  const isFixed = stored !== undefined;
  return (
    <FormDialog
      size="lg"
      opened={edited !== undefined}
      title={stored?.name ?? form.newConnector}
      onSubmit={save.mutate}
      onClose={close}
    >
      <Group grow align="flex-start">
        <ConnectorTextInput {...field} name="name" label={texts.name} required disabled={isFixed} />
        <ConnectorTextInput {...field} name="sourceApp" label={texts.sourceApp} required disabled={isFixed} />
        <ConnectorTextInput {...field} name="sourceType" label={form.sourceType} placeholder={form.sourceTypeHint} />
      </Group>
      <ConnectorTextInput {...field} name="uri" label={texts.address} required description={form.addressHint} />
      <ConnectorTextInput {...field} name="description" label={form.description} />
      <SystemFields {...field} hasSecret={isFixed} wasSoap={stored?.apiType === 0} />
      <Checkbox.Group
        label={form.which}
        description={form.whichHint}
        value={[...values.crudTypes]}
        onChange={(crudTypes) => onChange({ crudTypes })}
      >
        <Group mt={6}>
          {CHANGES.map((value) => (
            <Checkbox key={value} value={value} label={form.changes[value]} />
          ))}
        </Group>
      </Checkbox.Group>
      <Switch
        label={form.enabled}
        checked={values.enabled}
        onChange={({ currentTarget }) => onChange({ enabled: currentTarget.checked })}
      />
      <FormFooter error={save.error} isBusy={save.isPending} onCancel={close} />
    </FormDialog>
  );
}

import { Checkbox, Group, Modal, NativeSelect, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useTexts } from '../../i18n/language.ts';
import { FormFooter } from '../../kit/form-footer.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { AUTHENTICATIONS, CHANGES, SYSTEMS, valuesOf, writeOf } from './connector-values.ts';
import { useFormTexts } from './form-texts.ts';
import type { Connector } from './receivers.ts';
import { useConnectorTexts } from './texts.ts';

/** Makes a connector, or changes one. SourceApp and name are what it is known by and stay. */
export function ConnectorForm({ edited, close }: { edited: Connector | 'new' | undefined; close: () => void }) {
  const texts = useConnectorTexts();
  const form = useFormTexts();
  const common = useTexts();
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
  type TextName = { [K in keyof typeof values]: (typeof values)[K] extends string ? K : never }[keyof typeof values];
  const text = (
    name: TextName,
    label: string,
    more: { description?: string; placeholder?: string; required?: true; disabled?: boolean } = {},
  ) => (
    <TextInput
      label={label}
      value={values[name]}
      onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
      {...more}
    />
  );
  const needsLogin = values.authenticationType !== 0;
  const needsToken = values.authenticationType > 1;
  return (
    <Modal
      size="lg"
      opened={edited !== undefined}
      onClose={close}
      title={stored?.name ?? form.newConnector}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="sm">
          <Group grow align="flex-start">
            {text('name', texts.name, { required: true, disabled: stored !== undefined })}
            {text('sourceApp', texts.sourceApp, { required: true, disabled: stored !== undefined })}
            {text('sourceType', form.sourceType, { placeholder: form.sourceTypeHint })}
          </Group>
          {text('uri', texts.address, { required: true, description: form.addressHint })}
          {text('description', form.description)}
          <Group grow>
            <NativeSelect
              label={form.system}
              value={values.type}
              onChange={({ currentTarget }) =>
                setValues({ ...values, type: Number(currentTarget.value) as typeof values.type })
              }
              data={SYSTEMS.map((value) => ({ value: String(value), label: form.systems[value] }))}
            />
            <NativeSelect
              label={form.authentication}
              value={values.authenticationType}
              onChange={({ currentTarget }) =>
                setValues({
                  ...values,
                  authenticationType: Number(currentTarget.value) as typeof values.authenticationType,
                })
              }
              data={AUTHENTICATIONS.map((value) => ({ value: String(value), label: form.authentications[value] }))}
            />
          </Group>
          {needsLogin && (
            <Group grow align="flex-start">
              {text('login', form.login)}
              <PasswordInput
                label={form.secret}
                {...(stored ? { description: form.secretKept } : {})}
                autoComplete="new-password"
                value={values.password}
                onChange={({ currentTarget }) => setValues({ ...values, password: currentTarget.value })}
              />
            </Group>
          )}
          {needsToken && (
            <Group grow>
              {text('tokenUri', form.tokenUri)}
              {text('oauthScope', form.scope)}
            </Group>
          )}
          <Checkbox.Group
            label={form.which}
            description={form.whichHint}
            value={[...values.crudTypes]}
            onChange={(crudTypes) => setValues({ ...values, crudTypes })}
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
            onChange={({ currentTarget }) => setValues({ ...values, enabled: currentTarget.checked })}
          />
          <FormFooter error={save.error} isBusy={save.isPending} onCancel={close} />
        </Stack>
      </form>
    </Modal>
  );
}

import { Button, Group, PasswordInput, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../../i18n/language.ts';
import { Card } from '../../../kit/page.tsx';
import { rolesQuery } from '../role-query.ts';
import { ConnectionCheck } from './connection-check.tsx';
import { type FormValues, type Shown, valuesOf } from './form-values.ts';
import { RulesEditor } from './rules-editor.tsx';
import { RulesPreview } from './rules-preview.tsx';
import { useSingleSignOnTexts } from './texts.ts';

interface Props {
  readonly shown: Shown;
  readonly isBusy: boolean;
  onSave(values: FormValues): void;
  onRemove(): void;
}

export function ProviderForm({ shown, isBusy, onSave, onRemove }: Props) {
  const texts = useSingleSignOnTexts();
  const { save } = useTexts();
  const { data = [] } = useQuery(rolesQuery);
  const roles = data.map(({ name }) => name);
  const [values, setValues] = useState(() => valuesOf(shown));
  const set = (changed: Partial<FormValues>): void => setValues((before) => ({ ...before, ...changed }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave(values);
      }}
    >
      <Stack gap="md">
        <Card title={texts.provider}>
          <ProviderFields values={values} set={set} hasSecret={shown.provider?.hasClientSecret === true} />
        </Card>
        <Card title={texts.people}>
          <PeopleFields values={values} set={set} />
        </Card>
        <Card title={texts.roles}>
          <Stack gap="sm">
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <Choice
                label={texts.rolesFrom}
                value={values.rolesFrom}
                data={{ everySignIn: texts.everySignIn, firstSignIn: texts.firstSignIn }}
                onChange={(rolesFrom) => set({ rolesFrom })}
              />
              <TagsInput
                label={texts.defaultRoles}
                description={texts.defaultRolesHint}
                data={[...roles]}
                value={values.defaultRoles}
                onChange={(defaultRoles) => set({ defaultRoles })}
              />
            </SimpleGrid>
            <RulesEditor rules={values.rules} roles={roles} onChange={(rules) => set({ rules })} />
          </Stack>
        </Card>
        <Card title={texts.preview}>
          <RulesPreview values={values} />
        </Card>
        <Group justify="flex-end">
          {shown.provider !== null && (
            <Button variant="default" onClick={onRemove}>
              {texts.remove}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface FieldsProps {
  readonly values: FormValues;
  set(changed: Partial<FormValues>): void;
}

function ProviderFields({ values, set, hasSecret }: FieldsProps & { hasSecret: boolean }) {
  const texts = useSingleSignOnTexts();
  const text = (name: 'name' | 'issuer' | 'clientId', placeholder?: string) => (
    <TextInput
      label={texts[name]}
      value={values[name]}
      required
      {...(placeholder === undefined ? {} : { placeholder })}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {text('name', 'Acme')}
        {text('issuer', 'https://login.example.com')}
        {text('clientId')}
        <PasswordInput
          label={texts.clientSecret}
          {...(hasSecret ? { description: texts.secretKept } : {})}
          autoComplete="off"
          value={values.clientSecret}
          onChange={(event) => set({ clientSecret: event.currentTarget.value })}
        />
        <TagsInput label={texts.scopes} value={values.scopes} onChange={(scopes) => set({ scopes })} />
        <Switch
          label={texts.enabled}
          checked={values.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
      </SimpleGrid>
      <ConnectionCheck issuer={values.issuer} />
    </Stack>
  );
}

function PeopleFields({ values, set }: FieldsProps) {
  const texts = useSingleSignOnTexts();
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Choice
        label={texts.newUsers}
        value={values.newUsers}
        data={{ create: texts.create, onlyExisting: texts.onlyExisting }}
        onChange={(newUsers) => set({ newUsers })}
      />
      <Choice
        label={texts.existingUsers}
        value={values.existingUsers}
        data={{ confirm: texts.confirm, link: texts.link }}
        onChange={(existingUsers) => set({ existingUsers })}
      />
      <TagsInput
        label={texts.trustedDomains}
        description={texts.trustedDomainsHint}
        value={values.trustedDomains}
        onChange={(trustedDomains) => set({ trustedDomains })}
      />
      <Switch
        label={texts.passwordSignIn}
        description={texts.passwordSignInHint}
        checked={values.passwordSignIn}
        onChange={(event) => set({ passwordSignIn: event.currentTarget.checked })}
      />
    </SimpleGrid>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly data: Readonly<Record<string, string>>;
  onChange(value: string): void;
}

const Choice = ({ label, value, data, onChange }: ChoiceProps) => (
  <Select
    label={label}
    value={value}
    allowDeselect={false}
    data={Object.entries(data).map(([each, text]) => ({ value: each, label: text }))}
    onChange={(chosen) => chosen !== null && onChange(chosen)}
  />
);

import { Group, NativeSelect, PasswordInput } from '@mantine/core';
import { type ConnectorFieldProps, ConnectorTextInput } from './connector-text-input.tsx';
import { authenticationsFor, type ConnectorValues, SYSTEMS } from './connector-values.ts';
import { useFormTexts } from './form-texts.ts';

/** The system that receives changes, and how the service signs in there. A stored secret is never shown. */
export function SystemFields({
  hasSecret,
  wasSoap,
  ...field
}: ConnectorFieldProps & { readonly hasSecret: boolean; readonly wasSoap: boolean }) {
  const form = useFormTexts();
  const { values, onChange } = field;
  const needsLogin = values.authenticationType !== 0;
  const needsToken = values.authenticationType > 1;
  return (
    <>
      <Group grow>
        <NativeSelect
          label={form.system}
          value={values.type}
          onChange={({ currentTarget }) => onChange({ type: Number(currentTarget.value) as ConnectorValues['type'] })}
          data={SYSTEMS.map((value) => ({ value: String(value), label: form.systems[value] }))}
        />
        <NativeSelect
          label={form.authentication}
          value={values.authenticationType}
          onChange={({ currentTarget }) =>
            onChange({ authenticationType: Number(currentTarget.value) as ConnectorValues['authenticationType'] })
          }
          data={authenticationsFor(values.authenticationType).map((value) => ({
            value: String(value),
            label: form.authentications[value],
          }))}
        />
      </Group>
      {wasSoap && (
        <NativeSelect
          label={form.protocol}
          value={values.apiType}
          onChange={({ currentTarget }) =>
            onChange({ apiType: Number(currentTarget.value) as ConnectorValues['apiType'] })
          }
          data={[
            { value: '0', label: 'SOAP' },
            { value: '1', label: 'REST' },
          ]}
        />
      )}
      {needsLogin && (
        <Group grow align="flex-start">
          <ConnectorTextInput {...field} name="login" label={form.login} />
          <PasswordInput
            label={form.secret}
            {...(hasSecret ? { description: form.secretKept } : {})}
            autoComplete="new-password"
            value={values.password}
            onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
          />
        </Group>
      )}
      {needsToken && (
        <Group grow>
          <ConnectorTextInput {...field} name="tokenUri" label={form.tokenUri} />
          <ConnectorTextInput {...field} name="oauthScope" label={form.scope} />
        </Group>
      )}
    </>
  );
}

import { Group, NativeSelect, PasswordInput } from '@mantine/core';
import { type ConnectorFieldProps, ConnectorTextInput } from './connector-text-input.tsx';
import { AUTHENTICATIONS, type ConnectorValues, SYSTEMS } from './connector-values.ts';
import { useFormTexts } from './form-texts.ts';

/** The system that receives changes, and how the service signs in there. A stored secret is never shown. */
export function SystemFields({ hasSecret, ...field }: ConnectorFieldProps & { readonly hasSecret: boolean }) {
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
          data={AUTHENTICATIONS.map((value) => ({ value: String(value), label: form.authentications[value] }))}
        />
      </Group>
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

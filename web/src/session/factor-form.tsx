import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Assertion, canUsePasskeys, isCancelled, type PasskeyOptions, signWithPasskey } from './passkey.ts';
import { useSecondStepTexts } from './second-step-texts.ts';

export type Method = 'passkey' | 'code' | 'recoveryCode';

/** What proves a second factor. */
export type FactorProof = { readonly [M in Exclude<Method, 'passkey'>]?: string } & { readonly passkey?: Assertion };

interface Props {
  readonly methods: readonly Method[];
  /** Asked for when the passkey is used: they are valid for five minutes. */
  readonly passkeyOptions: () => Promise<PasskeyOptions>;
  readonly busy: boolean;
  readonly submit: string;
  onProof(proof: FactorProof): void;
  onError(error: unknown): void;
}

/** Asks for one of the second factors of an account; the person can choose another one. */
export function FactorForm({ methods, passkeyOptions, busy, submit, onProof, onError }: Props) {
  const texts = useSecondStepTexts();
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys());
  const [chosen, setChosen] = useState<Method>();
  const method = chosen ?? usable[0];
  const provePasskey = async (): Promise<void> => {
    try {
      onProof({ passkey: await signWithPasskey(await passkeyOptions()) });
    } catch (error) {
      if (!isCancelled(error)) onError(error);
    }
  };
  return (
    <Stack gap="md">
      {method === 'passkey' && (
        <>
          <Text size="sm">{texts.passkeyHint}</Text>
          <Button loading={busy} onClick={() => void provePasskey()}>
            {texts.usePasskey}
          </Button>
        </>
      )}
      {(method === 'code' || method === 'recoveryCode') && (
        <CodeForm key={method} method={method} busy={busy} submit={submit} onProof={onProof} />
      )}
      <Stack gap={4}>
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              variant="subtle"
              color="dark"
              size="compact-sm"
              disabled={busy}
              onClick={() => setChosen(other)}
            >
              {texts.instead[other]}
            </Button>
          ))}
      </Stack>
      {method === 'recoveryCode' && (
        <Text size="xs" c="dimmed">
          {texts.lost}
        </Text>
      )}
    </Stack>
  );
}

interface CodeProps extends Pick<Props, 'busy' | 'submit' | 'onProof'> {
  readonly method: 'code' | 'recoveryCode';
}

function CodeForm({ method, busy, submit, onProof }: CodeProps) {
  const texts = useSecondStepTexts();
  const [value, setValue] = useState('');
  const isCode = method === 'code';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onProof({ [method]: value });
    setValue('');
  };
  return (
    <form onSubmit={send}>
      <Stack gap="md">
        <TextInput
          label={texts[method]}
          description={isCode ? texts.codeHint : texts.recoveryHint}
          autoComplete={isCode ? 'one-time-code' : 'off'}
          inputMode={isCode ? 'numeric' : 'text'}
          maxLength={isCode ? 10 : 40}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          required
          withAsterisk={false}
          autoFocus
        />
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
      </Stack>
    </form>
  );
}

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormFooter } from '../kit/form-footer.tsx';
import { Card } from '../kit/page.tsx';
import { Sample } from '../kit/sample.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useFactorTexts } from './factor-texts.ts';
import type { Factors } from './factors-query.ts';
import { useConfirmed } from './use-confirmed.tsx';

type Started = Paths['/secondFactor/code']['post']['answer'];

interface Props {
  readonly factors: Factors;
  /** Recovery codes that came with the first factor. */
  onCodes(codes: readonly string[]): void;
}

/** One-time codes of an authenticator app: set up, remove. */
export function OneTimeCodes({ factors, onCodes }: Props) {
  const texts = useFactorTexts();
  const confirm = useConfirm();
  const { run, dialog } = useConfirmed();
  const [started, setStarted] = useState<Started>();
  const start = (): Promise<void> => run(async () => setStarted(await api.post('/secondFactor/code', {})));
  const remove = (): void =>
    confirm.ask({
      title: texts.removeCodesQuestion,
      body: texts.removeCodesHint,
      yes: texts.remove,
      act: () =>
        void run(async () => {
          await api.delete('/secondFactor/code', {});
        }),
    });
  return (
    <Card
      title={texts.codes}
      actions={
        factors.code ? (
          <Button size="xs" variant="default" onClick={remove}>
            {texts.removeCodes}
          </Button>
        ) : (
          <Button size="xs" onClick={() => void start()}>
            {texts.setUpCodes}
          </Button>
        )
      }
    >
      <Text size="sm">{factors.code ? texts.codesOn : texts.codesHint}</Text>
      {started && (
        <SetUpDialog
          started={started}
          onClose={() => setStarted(undefined)}
          onCode={async (code) => {
            const { recoveryCodes } = await api.put('/secondFactor/code', { body: { code } });
            setStarted(undefined);
            // Shown first: reading the factors again may change the page.
            if (recoveryCodes) onCodes(recoveryCodes);
            await run(async () => {});
          }}
        />
      )}
      {confirm.dialog}
      {dialog}
    </Card>
  );
}

interface DialogProps {
  readonly started: Started;
  onCode(code: string): Promise<void>;
  onClose(): void;
}

function SetUpDialog({ started, onCode, onClose }: DialogProps) {
  const texts = useFactorTexts();
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await onCode(code);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <FormDialog title={texts.setUpCodes} autoComplete="off" onSubmit={() => void send()} onClose={onClose}>
      <Text size="sm">{texts.scan}</Text>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(started.qr)}`}
        alt={texts.qrCode}
        width={200}
        height={200}
        style={{ alignSelf: 'center' }}
      />
      <Stack gap={4}>
        <Text size="xs" c="dimmed">
          {texts.orType}
        </Text>
        <Sample label={texts.key} code={started.secret} />
      </Stack>
      <TextInput
        label={texts.code}
        description={texts.codeHint}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        required
        withAsterisk={false}
        data-autofocus
      />
      <FormFooter error={error} isBusy={busy} submitLabel={texts.turnOn} onCancel={onClose} />
    </FormDialog>
  );
}

import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { Card } from '../kit/page.tsx';
import { Sample } from '../kit/sample.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useFactorTexts } from './factor-texts.ts';
import type { Factors } from './factors-query.ts';
import { useConfirmed } from './use-confirmed.tsx';

const FEW = 3;

interface Props {
  readonly factors: Factors;
  onCodes(codes: readonly string[]): void;
}

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ factors, onCodes }: Props) {
  const texts = useFactorTexts();
  const confirm = useConfirm();
  const { run, dialog } = useConfirmed();
  const renew = (): void =>
    confirm.ask({
      title: texts.renewQuestion,
      body: texts.renewHint,
      yes: texts.renew,
      act: () =>
        void run(async () => {
          onCodes((await api.post('/secondFactor/recoveryCodes', {})).recoveryCodes);
        }),
    });
  return (
    <Card
      title={texts.recoveryCodes}
      actions={
        <Button size="xs" variant="default" onClick={renew}>
          {texts.renew}
        </Button>
      }
    >
      {factors.recoveryCodes <= FEW && (
        <Alert color="yellow" variant="light" mb="sm">
          {texts.fewCodes}
        </Alert>
      )}
      <Text size="sm">{texts.codesLeft(factors.recoveryCodes)}</Text>
      {confirm.dialog}
      {dialog}
    </Card>
  );
}

/** Shows recovery codes once. It closes when the person says that they are stored. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const texts = useFactorTexts();
  const { close } = useTexts();
  const [stored, setStored] = useState(false);
  return (
    <Modal
      opened
      onClose={() => stored && onClose()}
      title={texts.recoveryCodes}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">{texts.storeCodes}</Text>
        <Sample label={texts.recoveryCodes} code={codes.join('\n')} />
        <Checkbox
          label={texts.codesStored}
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!stored} onClick={onClose}>
            {close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

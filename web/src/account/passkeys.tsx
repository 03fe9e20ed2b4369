import { ActionIcon, Badge, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { Icon } from '../frame/icons.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormFooter } from '../kit/form-footer.tsx';
import { LinkButton } from '../kit/link-button.tsx';
import { Card } from '../kit/page.tsx';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useFormat } from '../kit/use-format.ts';
import { canUsePasskeys, createPasskey } from '../session/passkey.ts';
import { useFactorTexts } from './factor-texts.ts';
import type { Factors, Passkey } from './factors-query.ts';
import { useConfirmed } from './use-confirmed.tsx';

interface Props {
  readonly factors: Factors;
  /** Recovery codes that came with the first factor. */
  onCodes(codes: readonly string[]): void;
}

/** Passkeys of the person: add, rename, remove. */
export function Passkeys({ factors, onCodes }: Props) {
  const texts = useFactorTexts();
  const confirm = useConfirm();
  const { run, dialog } = useConfirmed();
  const [naming, setNaming] = useState<Passkey>();
  const available = factors.passkeysAvailable && canUsePasskeys();
  const add = (): Promise<void> =>
    run(async () => {
      const { passkey: options } = await api.post('/secondFactor/passkey/options', {});
      const passkey = await createPasskey(options);
      const added = await api.post('/secondFactor/passkey', { body: { name: deviceName(), passkey } });
      if (added.recoveryCodes) onCodes(added.recoveryCodes);
      else setNaming(added.passkey);
    });
  const remove = ({ id, name }: Passkey): void =>
    confirm.ask({
      title: texts.removePasskeyQuestion(name),
      body: texts.removePasskeyHint,
      yes: texts.remove,
      act: () =>
        void run(async () => {
          await api.delete('/secondFactor/passkey/{id}', { path: { id: String(id) } });
        }),
    });
  const columns = useColumns(setNaming, remove);
  return (
    <Card
      title={texts.passkeys}
      actions={
        available && (
          <Button size="xs" leftSection={<Icon name="add" size={14} />} onClick={() => void add()}>
            {texts.addPasskey}
          </Button>
        )
      }
    >
      <Text size="sm" mb="sm">
        {available ? texts.passkeysHint : texts.passkeysUnavailable}
      </Text>
      {factors.passkeys.length > 0 && (
        <DataTable
          label={texts.passkeys}
          rows={factors.passkeys}
          columns={columns}
          keyOf={({ id }) => id}
          empty={texts.noPasskeys}
        />
      )}
      {naming && (
        <NameDialog
          passkey={naming}
          onClose={() => setNaming(undefined)}
          onName={(name) =>
            run(async () => {
              await api.put('/secondFactor/passkey/{id}', { path: { id: String(naming.id) }, body: { name } });
              setNaming(undefined);
            })
          }
        />
      )}
      {confirm.dialog}
      {dialog}
    </Card>
  );
}

function useColumns(rename: (passkey: Passkey) => void, remove: (passkey: Passkey) => void): Column<Passkey>[] {
  const texts = useFactorTexts();
  const format = useFormat();
  return [
    {
      name: texts.name,
      by: ({ name }) => name,
      show: (passkey) => (
        <>
          <LinkButton onClick={() => rename(passkey)}>{passkey.name}</LinkButton>
          {passkey.backedUp && (
            <Badge color="gray" variant="outline" tt="none" ml={8}>
              {texts.synchronized}
            </Badge>
          )}
        </>
      ),
    },
    { name: texts.added, by: ({ createdAt }) => createdAt, show: ({ createdAt }) => format.moment(createdAt) },
    {
      name: texts.lastUsed,
      by: ({ lastUsedAt }) => lastUsedAt,
      show: ({ lastUsedAt }) => (lastUsedAt === null ? texts.never : format.moment(lastUsedAt)),
    },
    {
      name: '',
      align: 'right',
      show: (passkey) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`${texts.remove}: ${passkey.name}`}
          onClick={() => remove(passkey)}
        >
          <Icon name="remove" size={15} />
        </ActionIcon>
      ),
    },
  ];
}

interface NameProps {
  readonly passkey: Passkey;
  onName(name: string): Promise<void>;
  onClose(): void;
}

function NameDialog({ passkey, onName, onClose }: NameProps) {
  const texts = useFactorTexts();
  const [name, setName] = useState(passkey.name);
  return (
    <FormDialog title={texts.renamePasskey} onSubmit={() => void onName(name)} onClose={onClose}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        required
        withAsterisk={false}
        data-autofocus
      />
      <FormFooter error={undefined} isBusy={false} onCancel={onClose} />
    </FormDialog>
  );
}

/** A first name for the passkey, which the person can change. */
function deviceName(): string {
  const agent = navigator.userAgent;
  return (
    (
      [
        ['iPhone', /iPhone/],
        ['iPad', /iPad/],
        ['Android', /Android/],
        ['Windows', /Windows/],
        ['Mac', /Mac OS/],
        ['Linux', /Linux/],
      ] as const
    ).find(([, pattern]) => pattern.test(agent))?.[0] ?? 'Passkey'
  );
}

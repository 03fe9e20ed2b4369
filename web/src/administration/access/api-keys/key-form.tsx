import { Checkbox, Group, Modal, Stack, TagsInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Paths } from '../../../api/schema.ts';
import { useTexts } from '../../../i18n/language.ts';
import { FormFooter } from '../../../kit/form-footer.tsx';
import { useKeyTexts } from './texts.ts';

export type NewKey = Paths['/apiKey']['post']['body'];

const scopes = ['read', 'import', 'plan', 'time', 'admin'] as const;

/** What a new key is for, and what it may do. */
export function KeyForm({ create, close }: { create(key: NewKey): Promise<unknown>; close(): void }) {
  const texts = useKeyTexts();
  const common = useTexts();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>(['import']);
  const [sourceApps, setSourceApps] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '' || chosen.length === 0) return;
    setBusy(true);
    create({
      name: name.trim(),
      scopes: chosen,
      ...(sourceApps.length > 0 ? { sourceApps } : {}),
      ...(expiresAt === '' ? {} : { expiresAt }),
    })
      .catch(setRefusal)
      .finally(() => setBusy(false));
  };
  return (
    <Modal opened onClose={close} size="lg" title={texts.create} closeButtonProps={{ 'aria-label': common.close }}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            error={tried && name.trim() === '' ? texts.needName : undefined}
            withAsterisk
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Checkbox.Group
            label={texts.scopesLabel}
            withAsterisk
            error={tried && chosen.length === 0 ? texts.needScope : undefined}
            value={chosen}
            onChange={setChosen}
          >
            <Stack gap={6} my={6}>
              {scopes.map((scope) => (
                <Checkbox key={scope} value={scope} label={scope} description={texts.scopes[scope]} />
              ))}
            </Stack>
          </Checkbox.Group>
          <Group grow align="flex-start">
            <TagsInput
              label={texts.sourceApps}
              description={texts.sourceAppsHint}
              value={sourceApps}
              onChange={setSourceApps}
            />
            <TextInput
              type="date"
              label={texts.expires}
              description={texts.expiresHint}
              value={expiresAt}
              onChange={(event) => setExpiresAt(event.target.value)}
            />
          </Group>
          <FormFooter error={refusal} isBusy={busy} submitLabel={texts.create} onCancel={close} />
        </Stack>
      </form>
    </Modal>
  );
}

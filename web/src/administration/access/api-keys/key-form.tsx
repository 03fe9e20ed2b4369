import { Checkbox, Group, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Paths } from '../../../api/schema.ts';
import { DateInput } from '../../../kit/date-input.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { FormFooter } from '../../../kit/form-footer.tsx';
import { useKeyTexts } from './texts.ts';

export type NewKey = Paths['/apiKey']['post']['body'];

const scopes = ['read', 'import', 'plan', 'time', 'admin'] as const;

/** The connectors to choose from, by their ids. */
function useConnectors(): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['administration', 'connectorNames'],
    queryFn: () => api.get('/connector', { query: { limit: 1000 } }),
  });
  return data.map(({ id, name, sourceApp }) => ({
    value: String(id),
    label: name ? `${sourceApp} · ${name}` : sourceApp,
  }));
}

/** Name, scopes, source systems and expiry of a new key. */
export function KeyForm({ create, close }: { create(key: NewKey): Promise<unknown>; close(): void }) {
  const texts = useKeyTexts();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string[]>(['import']);
  const [sourceApps, setSourceApps] = useState<string[]>([]);
  const [expiresAt, setExpiresAt] = useState('');
  const [ipRanges, setRanges] = useState<string[]>([]);
  const [connector, setConnector] = useState<string | null>(null);
  const connectors = useConnectors();
  const [tried, setTried] = useState(false);
  const creation = useMutation({ mutationFn: create });
  const submit = (): void => {
    setTried(true);
    if (name.trim() === '' || chosen.length === 0) return;
    creation.mutate({
      name: name.trim(),
      scopes: chosen,
      ...(sourceApps.length > 0 ? { sourceApps } : {}),
      ...(expiresAt === '' ? {} : { expiresAt }),
      ...(ipRanges.length > 0 ? { ipRanges } : {}),
      ...(connector === null ? {} : { connector: Number(connector) }),
    });
  };
  return (
    <FormDialog size="lg" title={texts.create} noValidate onSubmit={submit} onClose={close}>
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
        <DateInput label={texts.expires} description={texts.expiresHint} value={expiresAt} onChange={setExpiresAt} />
      </Group>
      <Group grow align="flex-start">
        <TagsInput
          label={texts.ipRanges}
          description={texts.ipRangesHint}
          acceptValueOnBlur
          value={ipRanges}
          onChange={setRanges}
        />
        <Select
          label={texts.connector}
          description={texts.connectorHint}
          placeholder={texts.all}
          clearable
          data={connectors}
          value={connector}
          onChange={setConnector}
        />
      </Group>
      <FormFooter error={creation.error} isBusy={creation.isPending} submitLabel={texts.create} onCancel={close} />
    </FormDialog>
  );
}

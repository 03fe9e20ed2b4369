import { Badge, Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import type { Paths } from '../../../api/schema.ts';
import { Icon } from '../../../frame/icons.tsx';
import { type Column, DataTable } from '../../../kit/data-table.tsx';
import { Card, Page } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useFormat } from '../../../kit/use-format.ts';
import { useNotify } from '../../../kit/use-notify.ts';
import { useAdministrationTexts } from '../../texts.ts';
import { FreshKey } from './fresh-key.tsx';
import { KeyForm, type NewKey } from './key-form.tsx';
import { useKeyTexts } from './texts.ts';
import './api-keys.css';

type Key = Paths['/apiKey']['get']['answer'][number];

const isExpired = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now();
const QUERY_KEY = ['administration', 'apiKey'];

export function Section() {
  const texts = useKeyTexts();
  const { sections } = useAdministrationTexts();
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<{ name: string; key: string }>();
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: () => api.get('/apiKey', {}) });
  const revoke = useRevoke();
  const columns = useColumns(revoke.ask);
  const create = async (body: NewKey): Promise<void> => {
    setFresh(await api.post('/apiKey', { body }));
    setCreating(false);
    await queries.invalidateQueries({ queryKey: QUERY_KEY });
  };
  return (
    <Page
      title={sections.keys}
      hint={texts.hint}
      actions={
        <Button size="xs" leftSection={<Icon name="add" size={14} />} onClick={() => setCreating(true)}>
          {texts.create}
        </Button>
      }
    >
      <Card>
        <QueryBoundary query={query}>
          {(keys) => (
            <DataTable label={sections.keys} rows={keys} columns={columns} keyOf={({ id }) => id} empty={texts.empty} />
          )}
        </QueryBoundary>
      </Card>
      {creating && <KeyForm create={create} close={() => setCreating(false)} />}
      {fresh && <FreshKey name={fresh.name} secret={fresh.key} close={() => setFresh(undefined)} />}
      {revoke.dialog}
    </Page>
  );
}

/** Revokes a key, after a confirmation. */
function useRevoke() {
  const texts = useKeyTexts();
  const notify = useNotify();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ id }: Key) => api.delete('/apiKey/{id}', { path: { id: String(id) } }),
    onError: notify.error,
    onSuccess: async (_, { name }) => {
      await queries.invalidateQueries({ queryKey: QUERY_KEY });
      notify.success(texts.revokedNow(name));
    },
  });
  const ask = (key: Key): void =>
    confirm.ask({
      title: texts.revokeQuestion(key.name),
      body: texts.revokeHint,
      yes: texts.revokeOf(key.name),
      act: () => revoke.mutate(key),
    });
  return { ask, dialog: confirm.dialog };
}

function useColumns(askToRevoke: (key: Key) => void): readonly Column<Key>[] {
  const texts = useKeyTexts();
  const format = useFormat();
  const stateOf = (key: Key): string => {
    if (key.revokedAt !== null) return texts.revoked(format.date(key.revokedAt));
    return isExpired(key) ? texts.expired : texts.active;
  };
  return [
    { name: texts.name, by: ({ name }) => name, show: ({ name }) => name },
    { name: texts.prefix, show: ({ prefix }) => <code>{prefix}…</code> },
    {
      name: texts.scopesLabel,
      by: ({ scopes }) => scopes.join(),
      show: ({ scopes }) => <Scopes scopes={scopes} />,
    },
    { name: texts.sourceApps, show: ({ sourceApps }) => sourceApps?.join(', ') ?? texts.all },
    {
      name: texts.expires,
      by: ({ expiresAt }) => expiresAt,
      show: ({ expiresAt }) => (expiresAt === null ? texts.never : format.date(expiresAt)),
    },
    {
      name: texts.lastUsed,
      by: ({ lastUsedAt }) => lastUsedAt,
      show: ({ lastUsedAt }) => (lastUsedAt === null ? texts.unused : format.moment(lastUsedAt)),
    },
    {
      name: texts.createdBy,
      by: ({ createdBy }) => createdBy,
      show: ({ createdBy }) => createdBy.replace(/^(user|key):/, ''),
    },
    {
      name: texts.state,
      by: ({ revokedAt }) => revokedAt,
      show: (key) => <span className="key-state">{stateOf(key)}</span>,
    },
    {
      name: '',
      align: 'right',
      show: (key) =>
        key.revokedAt === null ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={texts.revokeOf(key.name)}
            onClick={() => askToRevoke(key)}
          >
            {texts.revoke}
          </Button>
        ) : null,
    },
  ];
}

const Scopes = ({ scopes }: Pick<Key, 'scopes'>) =>
  scopes.map((scope) => (
    <Badge key={scope} variant="light" color={scope === 'admin' ? 'red' : 'blue'} tt="none" mr={4} miw="fit-content">
      {scope}
    </Badge>
  ));

import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { Icon } from '../../../frame/icons.tsx';
import { DataTable } from '../../../kit/data-table.tsx';
import { Card, Page } from '../../../kit/page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { useConfirm } from '../../../kit/use-confirm.tsx';
import { useNotify } from '../../../kit/use-notify.ts';
import { useAdministrationTexts } from '../../texts.ts';
import { FreshKey } from './fresh-key.tsx';
import { type Key, useKeyColumns } from './key-columns.tsx';
import { KeyForm, type NewKey } from './key-form.tsx';
import { RangesForm } from './ranges-form.tsx';
import { RotateForm } from './rotate-form.tsx';
import { useKeyTexts } from './texts.ts';
import './api-keys.css';

const QUERY_KEY = ['administration', 'apiKey'];

export function Section() {
  const texts = useKeyTexts();
  const { sections } = useAdministrationTexts();
  const queries = useQueryClient();
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<{ name: string; key: string }>();
  const query = useQuery({ queryKey: QUERY_KEY, queryFn: () => api.get('/apiKey', {}) });
  const revoke = useRevoke();
  const [rotating, setRotating] = useState<Key>();
  const [limiting, setLimiting] = useState<Key>();
  const columns = useKeyColumns({ revoke: revoke.ask, rotate: setRotating, changeRanges: setLimiting });
  const refresh = () => queries.invalidateQueries({ queryKey: QUERY_KEY });
  const showFresh = async (made: { name: string; key: string }): Promise<void> => {
    setFresh(made);
    setCreating(false);
    setRotating(undefined);
    await refresh();
  };
  const create = async (body: NewKey): Promise<void> => showFresh(await api.post('/apiKey', { body }));
  const limited = async (): Promise<void> => {
    setLimiting(undefined);
    await refresh();
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
      {rotating && <RotateForm of={rotating} done={showFresh} close={() => setRotating(undefined)} />}
      {limiting && <RangesForm of={limiting} done={limited} close={() => setLimiting(undefined)} />}
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

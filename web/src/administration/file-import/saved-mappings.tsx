import { Button, Group, Select, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { type ImportKindName, importKinds } from '../../api/import-kinds.ts';
import { useNotify } from '../../kit/use-notify.ts';
import type { Mapping } from './mapping.ts';
import { useFileImportTexts } from './texts.ts';

export const mappingsQuery = queryOptions({
  queryKey: ['import-mappings'],
  queryFn: () => api.get('/importMapping', {}),
});

interface Props {
  readonly kind: ImportKindName;
  readonly mapping: Mapping;
  /** The name of the one in use. */
  readonly chosen: string | undefined;
  onChoose(name: string | undefined, content?: Readonly<Record<string, unknown>>): void;
}

/** Mappings of all users of the tenant, for the records that are imported. */
export function SavedMappings({ kind, mapping, chosen, onChoose }: Props) {
  const texts = useFileImportTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const { data: all = [] } = useQuery(mappingsQuery);
  const { procedure } = importKinds[kind];
  const fitting = all.filter((each) => each.procedure === procedure);
  const [name, setName] = useState(chosen ?? '');
  useEffect(() => setName(chosen ?? ''), [chosen]);
  const again = () => queries.invalidateQueries({ queryKey: mappingsQuery.queryKey });
  const save = useMutation({
    mutationFn: (as: string) =>
      api.put('/importMapping/{name}', { path: { name: as }, body: { procedure, content: { ...mapping } } }),
    onSuccess: async (stored) => {
      await again();
      onChoose(stored.name);
      notify.success(texts.saved);
    },
    onError: notify.error,
  });
  const remove = useMutation({
    mutationFn: (of: string) => api.delete('/importMapping/{name}', { path: { name: of } }),
    onSuccess: async () => {
      await again();
      onChoose(undefined);
      notify.success(texts.removed);
    },
    onError: notify.error,
  });
  return (
    <Group gap="sm" align="end" mb="sm">
      <Select
        label={texts.mapping}
        placeholder={texts.noMapping}
        value={fitting.some((each) => each.name === chosen) ? (chosen ?? null) : null}
        onChange={(value) => onChoose(value ?? undefined, fitting.find((each) => each.name === value)?.content)}
        data={fitting.map((each) => each.name)}
        clearable
      />
      <TextInput
        label={texts.mappingName}
        value={name}
        maxLength={100}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button
        size="sm"
        variant="default"
        disabled={name.trim() === ''}
        loading={save.isPending}
        onClick={() => save.mutate(name.trim())}
      >
        {texts.save}
      </Button>
      {chosen !== undefined && fitting.some((each) => each.name === chosen) && (
        <Button size="sm" variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate(chosen)}>
          {texts.remove}
        </Button>
      )}
    </Group>
  );
}

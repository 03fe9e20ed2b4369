import { Modal, MultiSelect, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schemas } from '../../../api/schema.ts';
import { useTexts } from '../../../i18n/language.ts';
import { useNotify } from '../../../kit/use-notify.ts';
import { useDataFilterTexts } from './data-filter-texts.ts';
import { SeenCounts } from './seen-counts.tsx';
import { usersQuery } from './users-query.ts';
import './users.css';

type User = Schemas['UserRead'];
type NameList = 'categories' | 'timeMarkers' | 'teams';

const choicesQuery = queryOptions({
  queryKey: ['administration', 'data-filter-choices'],
  queryFn: async () => {
    const [groups, values, categories, timeMarkers, resources] = await Promise.all([
      api.get('/filterGroup', {}),
      api.get('/filterValue', {}),
      api.get('/category', {}),
      api.get('/timeMarker', {}),
      api.get('/resource', {}),
    ]);
    const unique = (names: readonly (string | null)[]): string[] =>
      [...new Set(names.filter((name) => !!name))] as string[];
    return {
      groups: groups
        .filter(({ dataFilter }) => dataFilter)
        .map(({ name }) => ({
          name,
          values: unique(values.filter(({ group }) => isSame(group, name)).map(({ value }) => value)),
        })),
      categories: unique(categories.map(({ name }) => name)),
      timeMarkers: unique(timeMarkers.map(({ name }) => name)),
      teams: unique(resources.map(({ teamCode }) => teamCode)).sort(),
    };
  },
});

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const ownValuesQuery = (email: string) =>
  queryOptions({
    queryKey: ['administration', 'userFilterValue', email],
    queryFn: () => api.get('/userFilterValue', { query: { email } }),
  });

interface Props {
  readonly user: User;
  close(): void;
}

/** What limits the records that a user sees. Each change is stored at once, and the count below follows. */
export function DataFilters({ user: opened, close }: Props) {
  const texts = useDataFilterTexts();
  const common = useTexts();
  const { data: users = [] } = useQuery(usersQuery);
  const { data: choices } = useQuery(choicesQuery);
  const { data: own = [] } = useQuery(ownValuesQuery(opened.email));
  const { setNames, setValues } = useChanges(opened.email);
  const user = users.find(({ id }) => id === opened.id) ?? opened;
  const lists: readonly (readonly [NameList, string])[] = [
    ['categories', texts.categories],
    ['timeMarkers', texts.timeMarkers],
    ['teams', texts.teams],
  ];
  const all = (offered: readonly string[], chosen: readonly string[]): string[] => [
    ...new Set([...offered, ...chosen]),
  ];
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={texts.titleOf(user.displayName ?? user.email)}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="sm">
        <p className="color-note">{texts.hint}</p>
        {choices?.groups.length === 0 && <p className="color-note">{texts.noGroups}</p>}
        {choices?.groups.map(({ name, values }) => {
          const chosen = own
            .filter(({ filterGroup }) => isSame(filterGroup, name))
            .map(({ filterValue }) => filterValue);
          return (
            <MultiSelect
              key={name}
              label={name}
              placeholder={chosen.length === 0 ? texts.unlimited : ''}
              searchable
              data={all(values, chosen)}
              value={chosen}
              onChange={(next) => setValues.mutate({ group: name, before: chosen, next })}
            />
          );
        })}
        {lists.map(([list, label]) => (
          <MultiSelect
            key={list}
            label={label}
            placeholder={user[list].length === 0 ? texts.unlimited : ''}
            searchable
            data={all(choices?.[list] ?? [], user[list])}
            value={[...user[list]]}
            onChange={(names) => setNames.mutate({ [list]: names })}
          />
        ))}
        <SeenCounts email={user.email} />
      </Stack>
    </Modal>
  );
}

/** Writes one filter, and reads what depends on it. */
function useChanges(email: string) {
  const notify = useNotify();
  const queries = useQueryClient();
  const shared = {
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: ['administration'] }),
  };
  const setNames = useMutation({
    ...shared,
    mutationFn: (names: Partial<Record<NameList, string[]>>) => api.post('/user', { body: { email, ...names } }),
  });
  const setValues = useMutation({
    ...shared,
    mutationFn: async (change: { group: string; before: readonly string[]; next: readonly string[] }) => {
      const { group: filterGroup, before, next } = change;
      const records = (values: readonly string[]) => values.map((filterValue) => ({ email, filterGroup, filterValue }));
      const [added, removed] = [
        next.filter((value) => !before.includes(value)),
        before.filter((value) => !next.includes(value)),
      ];
      if (added.length > 0) await api.post('/userFilterValue', { body: records(added) });
      if (removed.length > 0) await api.delete('/userFilterValue', { body: records(removed) });
    },
  });
  return { setNames, setValues };
}

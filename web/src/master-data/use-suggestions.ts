import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { FieldSpec } from './fields.ts';

const namesIn = (rows: readonly { readonly name: string }[]): readonly string[] => rows.map(({ name }) => name);

const LISTS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  ResourceType: async () => namesIn(await api.get('/resourceType', { query: { sort: 'name' } })),
  Category: async () => namesIn(await api.get('/category', { query: { sort: 'name' } })),
  TimeMarker: async () => namesIn(await api.get('/timeMarker', { query: { sort: 'name' } })),
  Pin: async () => namesIn(await api.get('/pin', { query: { sort: 'name' } })),
};

/** Names of existing records for the fields that name one. */
export function useSuggestions(fields: readonly FieldSpec[]): (field: FieldSpec) => readonly string[] | undefined {
  const wanted = [...new Set(fields.flatMap(({ names }) => (names !== undefined && LISTS[names] ? [names] : [])))];
  const { data } = useQuery({
    queryKey: ['master-data', 'names', wanted],
    queryFn: async () => new Map(await Promise.all(wanted.map(async (name) => [name, await LISTS[name]?.()] as const))),
  });
  return ({ names }) => (names === undefined || !LISTS[names] ? undefined : (data?.get(names) ?? []));
}

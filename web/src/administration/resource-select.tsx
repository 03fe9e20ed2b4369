import { Select } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';

const resourcesQuery = queryOptions({
  queryKey: ['administration', 'resource'],
  queryFn: () => api.get('/resource', { query: { sort: 'displayName' } }),
});

interface Props {
  readonly label: string;
  readonly description?: string;
  readonly value: string | null;
  readonly size?: 'xs' | 'sm';
  change(resourceNo: string | null): void;
}

/** Selects a resource by name or number. */
export function ResourceSelect({ label, description, value, size = 'sm', change }: Props) {
  const { data: resources = [] } = useQuery(resourcesQuery);
  const known = resources.map(({ resourceNo, displayName }) => ({
    value: resourceNo,
    label: displayName && displayName !== resourceNo ? `${displayName} (${resourceNo})` : resourceNo,
  }));
  const missing = value !== null && !known.some((each) => each.value === value);
  return (
    <Select
      label={label}
      description={description}
      size={size}
      searchable
      clearable
      limit={50}
      data={missing ? [...known, { value, label: value }] : known}
      value={value}
      onChange={change}
    />
  );
}

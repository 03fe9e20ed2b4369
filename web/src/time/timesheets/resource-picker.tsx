import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/language.ts';
import { peopleQuery } from './people.ts';

interface Props {
  readonly 'data-control': string;
  readonly value: string | null;
  onChange(resourceNo: string): void;
}

/** Selects the resource, for users who manage the time of others. */
export function ResourcePicker({ value, onChange, ...mark }: Props) {
  const texts = useTexts();
  const { data: people = [] } = useQuery(peopleQuery);
  const shown = people.map(({ resourceNo, name }) => ({ value: resourceNo, label: name.slice(0, 80) }));
  const data = value === null || people.some(({ resourceNo }) => resourceNo === value) ? shown : [value, ...shown];
  return (
    <Select
      {...mark}
      aria-label={texts.resource}
      placeholder={texts.resource}
      searchable
      limit={100}
      allowDeselect={false}
      data={data}
      value={value}
      onChange={(resourceNo) => resourceNo !== null && onChange(resourceNo)}
      w={220}
    />
  );
}

import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useTexts } from '../i18n/language.ts';
import { useMay } from '../session/may.ts';
import { type PartActions, PartCard } from './part-card.tsx';
import { usePartTexts } from './part-texts.ts';
import { type Row, textOf } from './record.ts';

interface Props extends PartActions {
  readonly title: string;
  readonly empty: string;
  readonly entity: string;
  readonly queryKey: readonly unknown[];
  list(): Promise<readonly Row[]>;
}

/** The filter values of a resource (its skills) or of a task (what it requires). */
export function FilterValues({ title, empty, entity, queryKey, list, write, remove }: Props) {
  const texts = usePartTexts();
  return (
    <PartCard
      {...{ title, empty, entity, queryKey, list, remove }}
      nameOf={(row) => `${textOf(row, 'filterGroup')}: ${textOf(row, 'filterValue')}`}
      columns={[
        { name: texts.group, by: (row) => textOf(row, 'filterGroup'), show: (row) => textOf(row, 'filterGroup') },
        { name: texts.value, by: (row) => textOf(row, 'filterValue'), show: (row) => textOf(row, 'filterValue') },
      ]}
      form={(save) => (
        <NewFilterValue
          label={texts.addSkill}
          add={(filterGroup, filterValue) => save(() => write({ filterGroup, filterValue }))}
        />
      )}
    />
  );
}

/** Group and value in one choice; neither of them holds this sign. */
const SEPARATOR = '\u0001';

function NewFilterValue({ label, add }: { label: string; add(group: string, value: string): Promise<boolean> }) {
  const common = useTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const mark = useMay()('masterData.change');
  const { data = [] } = useQuery({
    queryKey: ['master-data', 'filterValue'],
    queryFn: () => api.get('/filterValue', { query: { sort: 'group,value' } }),
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const [group, value] = (chosen ?? '').split(SEPARATOR);
    if (group && value && (await add(group, value))) setChosen(null);
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={label}>
      <Group gap="xs" mt="xs" align="flex-end">
        <Select
          size="xs"
          searchable
          limit={100}
          label={label}
          value={chosen}
          data={data.map(({ group, value }) => ({
            value: `${group}${SEPARATOR}${value}`,
            label: `${group}: ${value}`,
          }))}
          onChange={setChosen}
        />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={chosen === null}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}

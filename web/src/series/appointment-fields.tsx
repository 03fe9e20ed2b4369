import { MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { addDays, dateOf } from '../dates/zone.ts';
import { useSession, zoneOf } from '../session/session.ts';
import type { OpenTask, SeriesForm } from './series-form.ts';
import { useSeriesTexts } from './texts.ts';

interface Props {
  readonly form: SeriesForm;
  onChange(change: Partial<SeriesForm>): void;
}

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
const keyOf = ({ sourceApp, sourceType, jobNo, taskNo }: OpenTask): string =>
  JSON.stringify([sourceApp, sourceType, jobNo, taskNo]);
const labelOf = ({ jobNo, taskNo, subject, shortDescription }: OpenTask): string =>
  short(`${jobNo} / ${taskNo} ${subject ?? shortDescription}`);

/** The appointment of the series: an open task, or only a subject. */
export function AppointmentFields({ form, onChange }: Props) {
  const texts = useSeriesTexts();
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={texts.what}
        value={form.about}
        onChange={(about) => onChange({ about: about as SeriesForm['about'] })}
        data={[
          { value: 'task', label: texts.ofTask },
          { value: 'subject', label: texts.ofSubject },
        ]}
      />
      {form.about === 'task' ? (
        <TaskField form={form} onChange={onChange} />
      ) : (
        <TextInput
          size="xs"
          label={texts.subject}
          maxLength={200}
          value={form.subject}
          onChange={({ currentTarget }) => onChange({ subject: currentTarget.value })}
        />
      )}
    </>
  );
}

function TaskField({ form, onChange }: Props) {
  const texts = useSeriesTexts();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 250);
  const { data: found = [] } = useQuery({
    queryKey: ['tasks', 'recurring', settled],
    queryFn: ({ signal }) =>
      api.get('/board/tasks', { query: { limit: 50, ...(settled === '' ? {} : { search: settled }) }, signal }),
    placeholderData: (before) => before,
  });
  const chosen = form.task;
  const tasks = chosen && !found.some((each) => keyOf(each) === keyOf(chosen)) ? [chosen, ...found] : found;
  const choose = (key: string | null): void => {
    const task = tasks.find((each) => keyOf(each) === key);
    setSearch('');
    onChange({ task });
  };
  return (
    <Select
      size="xs"
      label={texts.task}
      placeholder={texts.findTask}
      searchable
      clearable
      // The service searches; filtering by the selected text would hide all other tasks.
      filter={({ options }) => options}
      data={tasks.map((task) => ({ value: keyOf(task), label: labelOf(task) }))}
      value={chosen ? keyOf(chosen) : null}
      onChange={choose}
      onSearchChange={(text) => setSearch(chosen && text === labelOf(chosen) ? '' : text)}
    />
  );
}

/** Names of the resources by number. */
export function useResources() {
  const zone = zoneOf(useSession());
  const today = dateOf(zone, Date.now());
  return useQuery({
    queryKey: ['recurring-resources', today],
    queryFn: async ({ signal }) =>
      (await api.get('/board', { query: { start: today, end: addDays(today, 1) }, signal })).resources,
    staleTime: 60_000,
  });
}

export function ResourceField({ form, onChange }: Props) {
  const texts = useSeriesTexts();
  const { data: resources = [] } = useResources();
  return (
    <MultiSelect
      size="xs"
      label={texts.who}
      description={form.resources.length > 1 ? texts.whoHint : undefined}
      searchable
      limit={100}
      maxValues={20}
      value={[...form.resources]}
      data={resources.map(({ resourceNo, name }) => ({ value: resourceNo, label: short(name) }))}
      onChange={(chosen) => onChange({ resources: chosen })}
    />
  );
}

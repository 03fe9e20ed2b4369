import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { timeAsTyped } from '../dates/typing.ts';
import { useTexts } from '../i18n/language.ts';
import { TimeInput } from '../kit/time-input.tsx';
import { useMay } from '../session/may.ts';
import { useLoadTexts } from './load-texts.ts';
import { PartCard } from './part-card.tsx';
import { type Row, textOf } from './record.ts';
import { useLabel } from './use-label.ts';

interface NewValues {
  readonly name: string;
  readonly durationInSeconds: number;
  readonly earliestStart: string;
  readonly latestEnd: string;
}

/** Breaks of a resource whose time is open within a window. Adding one again changes it. */
export function ResourceBreaks({ resourceNo }: { resourceNo: string }) {
  const texts = useLoadTexts();
  const labelOf = useLabel();
  const minutes = (row: Row): number => Number(row['durationInSeconds']) / 60;
  const clock = (row: Row, name: string): string => timeAsTyped(textOf(row, name).slice(0, 5));
  return (
    <PartCard
      title={texts.breaks}
      empty={texts.noBreaks}
      entity="ResourceBreak"
      queryKey={['resourceBreak', resourceNo]}
      list={() => api.get('/resourceBreak', { query: { resourceNo, sort: 'earliestStart' } })}
      nameOf={(row) => textOf(row, 'name')}
      columns={[
        { name: labelOf('name'), by: (row) => textOf(row, 'name'), show: (row) => textOf(row, 'name') },
        { name: texts.minutes, by: minutes, show: (row) => String(minutes(row)) },
        {
          name: texts.earliestStart,
          by: (row) => textOf(row, 'earliestStart'),
          show: (row) => clock(row, 'earliestStart'),
        },
        { name: texts.latestEnd, by: (row) => textOf(row, 'latestEnd'), show: (row) => clock(row, 'latestEnd') },
      ]}
      remove={(row, { dryRun, actionId }) =>
        api.delete('/resourceBreak', {
          body: { resourceNo, name: textOf(row, 'name') },
          query: { dryRun: dryRun ?? false },
          actionId,
        })
      }
      form={(save) => (
        <NewBreak add={(values) => save(() => api.post('/resourceBreak', { body: { resourceNo, ...values } }))} />
      )}
    />
  );
}

function NewBreak({ add }: { add(values: NewValues): Promise<boolean> }) {
  const texts = useLoadTexts();
  const labelOf = useLabel();
  const common = useTexts();
  const mark = useMay()('masterData.change');
  const [name, setName] = useState('');
  const [minutes, setMinutes] = useState<number | string>(30);
  const [earliestStart, setStart] = useState('11:30');
  const [latestEnd, setEnd] = useState('13:30');
  const isReady = name.trim() !== '' && Number(minutes) > 0 && earliestStart !== '' && latestEnd !== '';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const values = { name: name.trim(), durationInSeconds: Number(minutes) * 60, earliestStart, latestEnd };
    if (await add(values)) setName('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.addBreak}>
      <Group gap="xs" mt="xs" align="flex-end">
        <TextInput
          size="xs"
          label={labelOf('name')}
          value={name}
          maxLength={50}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NumberInput
          size="xs"
          label={texts.minutes}
          min={1}
          max={1440}
          allowDecimal={false}
          value={minutes}
          onChange={setMinutes}
        />
        <TimeInput size="xs" label={texts.earliestStart} value={earliestStart} onChange={setStart} />
        <TimeInput size="xs" label={texts.latestEnd} value={latestEnd} onChange={setEnd} />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={!isReady}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}

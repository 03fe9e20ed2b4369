import { Button, Group, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { formatIn } from '../dates/format.ts';
import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import { DateField } from '../kit/date-range-fields.tsx';
import { useMay } from '../session/may.ts';
import { PartCard } from './part-card.tsx';
import { usePartTexts } from './part-texts.ts';
import { type Row, textOf } from './record.ts';
import { useLabel } from './use-label.ts';

/** A system may send one for every day of years. */
const NEWEST = 60;

/** How much a resource can take on single dates. */
export function ResourceCapacities({ resourceNo }: { resourceNo: string }) {
  const texts = usePartTexts();
  const labelOf = useLabel();
  const { locale } = useLocale();
  const minutes = ({ capacityInSeconds }: Row): number | null =>
    typeof capacityInSeconds === 'number' ? capacityInSeconds / 60 : null;
  const shown = (value: number | null): string | undefined =>
    value === null ? undefined : numberText(locale, value, 1);
  return (
    <PartCard
      title={texts.capacities}
      empty={texts.noCapacities}
      entity="ResourceCapacity"
      queryKey={['resourceCapacity', resourceNo]}
      list={async () =>
        (await api.get('/resourceCapacity', { query: { resourceNo, sort: 'date:desc', limit: NEWEST } })).data
      }
      note={(rows) => rows.length === NEWEST && <p className="master-note">{texts.newestCapacities(String(NEWEST))}</p>}
      nameOf={(row) => textOf(row, 'date').slice(0, 10)}
      columns={[
        {
          name: labelOf('date'),
          by: (row) => textOf(row, 'date'),
          show: (row) => formatIn('UTC', locale).date(textOf(row, 'date').slice(0, 10)),
        },
        { name: labelOf('capacityInSeconds'), by: minutes, show: (row) => shown(minutes(row)) },
        {
          name: labelOf('quantity'),
          by: (row) => textOf(row, 'quantity'),
          show: (row) => `${textOf(row, 'quantity')} ${textOf(row, 'unitOfMeasure')}`.trim(),
        },
      ]}
      remove={(row, { dryRun, actionId }) =>
        api.delete('/resourceCapacity', {
          body: { resourceNo, date: textOf(row, 'date').slice(0, 10) },
          query: { dryRun: dryRun ?? false },
          actionId,
        })
      }
      form={(save) => (
        <NewCapacity
          add={(date, capacityInSeconds) =>
            save(() => api.post('/resourceCapacity', { body: { resourceNo, date, capacityInSeconds } }))
          }
        />
      )}
    />
  );
}

function NewCapacity({ add }: { add(date: string, seconds: number): Promise<boolean> }) {
  const texts = usePartTexts();
  const labelOf = useLabel();
  const { texts: common } = useLocale();
  const mark = useMay()('masterData.change');
  const [date, setDate] = useState('');
  const [minutes, setMinutes] = useState<number | string>('');
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await add(date, Number(minutes) * 60)) setDate('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.addCapacity}>
      <Group gap="xs" mt="xs" align="flex-end">
        <DateField label={labelOf('date')} value={date} onChange={setDate} />
        <NumberInput
          size="xs"
          label={labelOf('capacityInSeconds')}
          min={0}
          max={1440}
          allowDecimal={false}
          value={minutes}
          onChange={setMinutes}
        />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={date === '' || minutes === ''}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}

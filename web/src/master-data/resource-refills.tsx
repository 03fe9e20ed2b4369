import { Button, Group, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useMay } from '../session/may.ts';
import { useLoadTexts } from './load-texts.ts';
import { PartCard } from './part-card.tsx';
import { type Row, textOf } from './record.ts';
import { useLabel } from './use-label.ts';

interface NewValues {
  readonly durationInSeconds: number;
  readonly timesPerDay: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

const USUAL_TIMES = 3;

/** Where a resource fills up its load capacities on the way. There is one: setting it again changes it. */
export function ResourceRefills({ resourceNo }: { resourceNo: string }) {
  const texts = useLoadTexts();
  const minutes = (row: Row): number => Number(row['durationInSeconds']) / 60;
  const placeOf = (row: Row): string =>
    row['latitude'] === null || row['longitude'] === null
      ? texts.atHome
      : `${textOf(row, 'latitude')}, ${textOf(row, 'longitude')}`;
  return (
    <PartCard
      title={texts.refills}
      empty={texts.noRefills}
      entity="ResourceRefill"
      queryKey={['resourceRefill', resourceNo]}
      list={() => api.get('/resourceRefill', { query: { resourceNo } })}
      nameOf={() => texts.refills}
      columns={[
        { name: texts.minutes, by: minutes, show: (row) => String(minutes(row)) },
        { name: texts.timesPerDay, by: (row) => textOf(row, 'timesPerDay'), show: (row) => textOf(row, 'timesPerDay') },
        { name: texts.place, by: placeOf, show: placeOf },
      ]}
      remove={(_row, { dryRun, actionId }) =>
        api.delete('/resourceRefill', { body: { resourceNo }, query: { dryRun: dryRun ?? false }, actionId })
      }
      form={(save) => (
        <NewRefill add={(values) => save(() => api.post('/resourceRefill', { body: { resourceNo, ...values } }))} />
      )}
    />
  );
}

function NewRefill({ add }: { add(values: NewValues): Promise<boolean> }) {
  const texts = useLoadTexts();
  const labelOf = useLabel();
  const mark = useMay()('masterData.change');
  const [minutes, setMinutes] = useState<number | string>('');
  const [times, setTimes] = useState<number | string>(USUAL_TIMES);
  const [latitude, setLatitude] = useState<number | string>('');
  const [longitude, setLongitude] = useState<number | string>('');
  const hasPlace = latitude !== '' && longitude !== '';
  const isReady = Number(minutes) > 0 && Number(times) > 0 && (hasPlace || (latitude === '' && longitude === ''));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const place = hasPlace
      ? { latitude: Number(latitude), longitude: Number(longitude) }
      : { latitude: null, longitude: null };
    if (await add({ durationInSeconds: Number(minutes) * 60, timesPerDay: Number(times), ...place })) setMinutes('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.addRefill}>
      <Group gap="xs" mt="xs" align="flex-end">
        <NumberInput
          size="xs"
          label={texts.minutes}
          min={1}
          max={1440}
          allowDecimal={false}
          value={minutes}
          onChange={setMinutes}
        />
        <NumberInput
          size="xs"
          label={texts.timesPerDay}
          min={1}
          max={10}
          allowDecimal={false}
          value={times}
          onChange={setTimes}
        />
        <NumberInput
          size="xs"
          label={labelOf('siteAddressGeoLat')}
          min={-90}
          max={90}
          value={latitude}
          onChange={setLatitude}
        />
        <NumberInput
          size="xs"
          label={labelOf('siteAddressGeoLong')}
          min={-180}
          max={180}
          value={longitude}
          onChange={setLongitude}
        />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={!isReady}>
          {texts.addRefill}
        </Button>
      </Group>
    </form>
  );
}

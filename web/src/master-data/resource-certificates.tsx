import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { addDays, dateOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { DateField } from '../kit/date-range-fields.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { certificateState } from './certificate-state.ts';
import { PartCard } from './part-card.tsx';
import { usePartTexts } from './part-texts.ts';
import { type Row, textOf } from './record.ts';
import { useLabel } from './use-label.ts';

const CLASSES = { expired: 'master-expired', expiresSoon: 'master-soon', valid: undefined } as const;

/** Certificates with the day until which they are valid. Adding one again renews it. */
export function ResourceCertificates({ resourceNo }: { resourceNo: string }) {
  const texts = usePartTexts();
  const labelOf = useLabel();
  const format = useFormat();
  const stateOf = (row: Row) => certificateState(textOf(row, 'validUntil'), Date.now());
  return (
    <PartCard
      title={texts.certificates}
      empty={texts.noCertificates}
      entity="ResourceCertificate"
      queryKey={['resourceCertificate', resourceNo]}
      list={() => api.get('/resourceCertificate', { query: { resourceNo, sort: 'no' } })}
      nameOf={(row) => textOf(row, 'no')}
      columns={[
        { name: labelOf('no'), by: (row) => textOf(row, 'no'), show: (row) => textOf(row, 'no') },
        {
          name: labelOf('validUntil'),
          by: (row) => textOf(row, 'validUntil'),
          show: (row) => (row['validUntil'] ? format.moment(Date.parse(textOf(row, 'validUntil'))) : texts.noEnd),
        },
        {
          name: texts.state,
          by: (row) => stateOf(row),
          show: (row) => <span className={CLASSES[stateOf(row)]}>{texts[stateOf(row)]}</span>,
        },
      ]}
      remove={(row, { dryRun, actionId }) =>
        api.delete('/resourceCertificate', {
          body: { resourceNo, no: textOf(row, 'no') },
          query: { dryRun: dryRun ?? false },
          actionId,
        })
      }
      form={(save) => (
        <NewCertificate
          add={(no, validUntil) =>
            save(() => api.post('/resourceCertificate', { body: { resourceNo, no, validUntil } }))
          }
        />
      )}
    />
  );
}

function NewCertificate({ add }: { add(no: string, validUntil: string | null): Promise<boolean> }) {
  const texts = usePartTexts();
  const labelOf = useLabel();
  const common = useTexts();
  const zone = zoneOf(useSession());
  const mark = useMay()('masterData.change');
  const [no, setNo] = useState('');
  const [day, setDay] = useState(() => addDays(dateOf(zone, Date.now()), 365));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Valid until the end of that day.
    if (await add(no.trim(), day === '' ? null : `${day}T23:59:59`)) setNo('');
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={texts.addCertificate}>
      <Group gap="xs" mt="xs" align="flex-end">
        <TextInput
          size="xs"
          label={labelOf('no')}
          value={no}
          maxLength={100}
          onChange={(event) => setNo(event.currentTarget.value)}
        />
        <DateField label={labelOf('validUntil')} value={day} onChange={setDay} />
        <Button {...mark} size="xs" type="submit" variant="default" disabled={no.trim() === ''}>
          {common.add}
        </Button>
      </Group>
    </form>
  );
}

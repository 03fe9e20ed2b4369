import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listed, tableOf } from '../../../api/client.ts';
import type { Paths } from '../../../api/schema.ts';
import type { Column } from '../../../kit/data-table.tsx';
import { DateRangeFields } from '../../../kit/date-range-fields.tsx';
import { saveFile } from '../../../kit/export/save-file.ts';
import { Card, Page } from '../../../kit/page.tsx';
import { useFormat } from '../../../kit/use-format.ts';
import { useNotify } from '../../../kit/use-notify.ts';
import { PagedLog } from '../../log/paged-log.tsx';
import { useLogTexts } from '../../log/texts.ts';
import { useAuditTexts } from './texts.ts';

type AccessEvent = Paths['/audit']['get']['answer'][number];

const REFRESH_MS = 30_000;
const NO_FILTER = { kind: '', actor: '', text: '', from: '', to: '' };

/** The day after, because the service does not include the end of a range. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T12:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

const queryOf = ({ kind, actor, text, from, to }: typeof NO_FILTER) => ({
  ...(kind ? { kind: [kind] } : {}),
  ...(actor.trim() ? { actor: actor.trim() } : {}),
  ...(text.trim() ? { text: text.trim() } : {}),
  ...(from ? { from } : {}),
  ...(to ? { to: dayAfter(to) } : {}),
});

/** Sign-ins, passwords, sessions, keys and changed rights, newest first. */
export function Section() {
  const texts = useAuditTexts();
  const notify = useNotify();
  const [values, setValues] = useState(NO_FILTER);
  const [settled] = useDebouncedValue(values, 300);
  const columns = useColumns();
  const filter = queryOf(settled);
  const save = (): void =>
    void tableOf('/audit', queryOf(values))
      .then((table) => table.text())
      .then((text) => saveFile('audit.csv', text, 'text/csv'), notify.error);
  return (
    <Page
      title={texts.title}
      hint={texts.hint}
      actions={
        <Button size="xs" variant="default" onClick={save}>
          {texts.exportCsv}
        </Button>
      }
    >
      <Card>
        <Filters values={values} onChange={setValues} />
        <PagedLog<AccessEvent>
          label={texts.title}
          empty={texts.none}
          isFiltered={Object.keys(filter).length > 0}
          queryKey={['administration', 'audit', filter]}
          columns={columns}
          refreshMs={REFRESH_MS}
          read={(page) => listed('/audit', { query: { ...filter, ...page } })}
        />
      </Card>
    </Page>
  );
}

function Filters({ values, onChange }: { values: typeof NO_FILTER; onChange(next: typeof NO_FILTER): void }) {
  const texts = useAuditTexts();
  const { all } = useLogTexts();
  const groups = Object.entries(texts.groups).map(([value, label]) => ({ value, label }));
  return (
    <div className="log-filters">
      <NativeSelect
        size="xs"
        label={texts.event}
        value={values.kind}
        onChange={({ currentTarget }) => onChange({ ...values, kind: currentTarget.value })}
        data={[{ value: '', label: all }, ...groups]}
      />
      {(['actor', 'text'] as const).map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={texts[name]}
          value={values[name]}
          onChange={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
        />
      ))}
      <DateRangeFields
        from={values.from}
        to={values.to}
        labels={texts}
        onChange={(change) => onChange({ ...values, ...change })}
      />
    </div>
  );
}

function useColumns(): readonly Column<AccessEvent>[] {
  const texts = useAuditTexts();
  const common = useLogTexts();
  const format = useFormat();
  return [
    { name: common.when, show: ({ at }) => format.moment(at) },
    { name: texts.event, show: ({ kind }) => texts.kinds[kind] ?? kind },
    { name: texts.actor, show: ({ actor }) => <bdi>{actor.replace(/^(user|key):/, '')}</bdi> },
    { name: texts.subject, show: ({ subject }) => <bdi>{(subject ?? '').replace(/^(user|key|role):/, '')}</bdi> },
    { name: texts.address, show: ({ address }) => address ?? '' },
    {
      name: texts.detail,
      show: ({ detail }) => (
        <span className="log-soft log-clamp">{Object.keys(detail).length === 0 ? '' : JSON.stringify(detail)}</span>
      ),
    },
  ];
}

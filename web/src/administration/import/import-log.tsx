import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { listed } from '../../api/client.ts';
import type { Column } from '../../kit/data-table.tsx';
import { DateField } from '../../kit/date-range-fields.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { PagedLog } from '../log/paged-log.tsx';
import { StatusBadge } from '../log/status-badge.tsx';
import { StatusFilter } from '../log/status-filter.tsx';
import { useLogTexts } from '../log/texts.ts';
import { countsText } from './counts.ts';
import { ImportDrawer } from './import-drawer.tsx';
import { ImportState, type LoggedImport } from './import-state.tsx';
import { PendingParts } from './pending-parts.tsx';
import { Procedures } from './procedures.tsx';
import { useImportTexts } from './texts.ts';

const OUTCOMES = ['stored', 'partly', 'refused'] as const;

/** The imports of the back office, newest first. */
export function Section() {
  const texts = useImportTexts();
  const common = useLogTexts();
  const [outcome, setOutcome] = useState<LoggedImport['outcome'] | 'all'>('all');
  const [caller, setCaller] = useState('');
  const [since, setSince] = useState('');
  const [opened, setOpened] = useState<number>();
  const [typed] = useDebouncedValue(caller.trim(), 250);
  const columns = useColumns(setOpened);
  const filter = {
    ...(outcome === 'all' ? {} : { outcome }),
    ...(typed ? { caller: typed } : {}),
    ...(since ? { since } : {}),
  };
  return (
    <Page title={texts.title} hint={texts.hint}>
      <PendingParts />
      <Card>
        <div className="log-filters">
          <StatusFilter
            label={common.outcome}
            statuses={OUTCOMES}
            names={texts.outcomes}
            value={outcome}
            onChange={setOutcome}
          />
          <TextInput
            size="xs"
            label={texts.callerFilter}
            value={caller}
            onChange={({ currentTarget }) => setCaller(currentTarget.value)}
          />
          <DateField label={texts.since} value={since} onChange={setSince} />
        </div>
        <PagedLog
          label={texts.title}
          empty={texts.none}
          isFiltered={Object.keys(filter).length > 0}
          queryKey={['import-log', filter]}
          read={(request) => listed('/import/log', { query: { ...filter, ...request } })}
          refreshMs={5000}
          columns={columns}
        />
      </Card>
      <ImportDrawer id={opened} close={() => setOpened(undefined)} />
    </Page>
  );
}

function useColumns(open: (id: number) => void): readonly Column<LoggedImport>[] {
  const texts = useImportTexts();
  const common = useLogTexts();
  const format = useFormat();
  return [
    { name: common.when, show: ({ id, at }) => <LinkButton onClick={() => open(id)}>{format.moment(at)}</LinkButton> },
    { name: common.who, show: ({ actor }) => <bdi>{actor}</bdi> },
    { name: texts.procedures, show: (logged) => <Procedures logged={logged} /> },
    { name: common.outcome, show: ({ outcome }) => <ImportState outcome={outcome} /> },
    {
      name: texts.result,
      show: ({ counts, code, message }) =>
        code === null ? countsText(counts, texts.counts) : <bdi className="log-clamp">{`${code}: ${message}`}</bdi>,
    },
    {
      name: texts.warnings,
      align: 'right',
      show: ({ warnings }) => (warnings === 0 ? null : <StatusBadge tone="wait">{warnings}</StatusBadge>),
    },
    { name: texts.duration, align: 'right', show: ({ durationMs }) => `${durationMs} ms` },
  ];
}

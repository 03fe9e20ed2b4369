import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listed } from '../../api/client.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { Pager } from '../log/pager.tsx';
import { useLogTexts } from '../log/texts.ts';
import { countsText } from './counts.ts';
import { ImportDrawer } from './import-drawer.tsx';
import { ImportState, type LoggedImport } from './import-state.tsx';
import { useImportTexts } from './texts.ts';

type Outcome = LoggedImport['outcome'];
const OUTCOMES = ['stored', 'partly', 'refused'] as const;
const SIZE = 50;
const LOOK_MS = 5000;

/** What the back office sent, the newest first. */
export function Section() {
  const texts = useImportTexts();
  const common = useLogTexts();
  const format = useFormat();
  const [outcome, setOutcome] = useState<Outcome | 'all'>('all');
  const [caller, setCaller] = useState('');
  const [since, setSince] = useState('');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number>();
  const [typed] = useDebouncedValue(caller.trim(), 250);
  const filter = {
    ...(outcome === 'all' ? {} : { outcome }),
    ...(typed ? { caller: typed } : {}),
    ...(since ? { since } : {}),
  };
  const query = useQuery({
    queryKey: ['import-log', filter, page],
    queryFn: () => listed('/import/log', { query: { ...filter, page, limit: SIZE } }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
  /** Another question begins with its first page. */
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      setPage(1);
    };
  return (
    <Page title={texts.title} hint={texts.hint}>
      <Card>
        <div className="log-filters">
          <SegmentedControl
            size="xs"
            aria-label={common.outcome}
            value={outcome}
            onChange={(value) => anew(setOutcome)(value as Outcome | 'all')}
            data={[
              { value: 'all', label: common.all },
              ...OUTCOMES.map((each) => ({ value: each, label: texts.outcomes[each] })),
            ]}
          />
          <TextInput
            size="xs"
            label={texts.callerFilter}
            value={caller}
            onChange={({ currentTarget }) => anew(setCaller)(currentTarget.value)}
          />
          <TextInput
            size="xs"
            type="date"
            label={texts.since}
            value={since}
            onChange={({ currentTarget }) => anew(setSince)(currentTarget.value)}
          />
        </div>
        <QueryBoundary query={query}>
          {({ records, total }) => (
            <>
              <DataTable
                label={texts.title}
                rows={records}
                keyOf={({ id }) => id}
                empty={texts.none}
                columns={[
                  {
                    name: common.when,
                    show: ({ id, at }) => <LinkButton onClick={() => setOpened(id)}>{format.moment(at)}</LinkButton>,
                  },
                  { name: common.who, show: ({ actor }) => <bdi>{actor}</bdi> },
                  { name: texts.procedures, show: (noted) => <Procedures noted={noted} /> },
                  {
                    name: common.outcome,
                    show: ({ outcome: own }) => <ImportState outcome={own} />,
                  },
                  {
                    name: texts.result,
                    show: ({ counts, code, message }) =>
                      code === null ? (
                        countsText(counts, texts.counts)
                      ) : (
                        <bdi className="log-clamp">{`${code}: ${message}`}</bdi>
                      ),
                  },
                  { name: texts.duration, align: 'right', show: ({ durationMs }) => `${durationMs} ms` },
                ]}
              />
              <Pager page={page} size={SIZE} total={total} go={setPage} />
            </>
          )}
        </QueryBoundary>
      </Card>
      <ImportDrawer id={opened} close={() => setOpened(undefined)} />
    </Page>
  );
}

const MOST_NAMED = 3;

/** The procedures that were called most, and how often. */
function Procedures({ noted: { calls, procedures } }: { noted: LoggedImport }) {
  const texts = useImportTexts();
  if (calls === null) return <span className="log-none">{texts.unreadable}</span>;
  const named = Object.entries(procedures).sort(([, a], [, b]) => Number(b) - Number(a));
  return (
    <>
      {named.slice(0, MOST_NAMED).map(([name, count]) => (
        <bdi key={name} className="log-clamp">{`${name} × ${count}`}</bdi>
      ))}
      {named.length > MOST_NAMED && <span className="log-soft">+{named.length - MOST_NAMED}</span>}
    </>
  );
}

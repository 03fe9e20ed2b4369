import { Button, SegmentedControl } from '@mantine/core';
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
import { JobDrawer } from './job-drawer.tsx';
import { type Job, JobState } from './job-state.tsx';
import { useJobTexts } from './texts.ts';
import { useRetry } from './use-retry.ts';

const STATUSES = ['queued', 'running', 'done', 'failed'] as const;
const SIZE = 50;
/** It is looked at while one waits for something: often enough to see it happen. */
const LOOK_MS = 3000;

/** Background work by its status; what failed can be tried again. */
export function Section() {
  const texts = useJobTexts();
  const common = useLogTexts();
  const format = useFormat();
  const [status, setStatus] = useState<Job['status'] | 'all'>('all');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<number>();
  const retry = useRetry();
  const query = useQuery({
    queryKey: ['jobs', status, page],
    queryFn: () => listed('/jobs', { query: { limit: SIZE, page, ...(status === 'all' ? {} : { status }) } }),
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
  const about = (job: Job) => (
    <LinkButton onClick={() => setOpened(job.id)}>
      <bdi className="log-clamp">{job.about || job.kind}</bdi>
    </LinkButton>
  );
  return (
    <Page title={texts.title} hint={texts.hint}>
      <Card>
        <div className="log-filters">
          <SegmentedControl
            size="xs"
            aria-label={texts.statusFilter}
            value={status}
            onChange={(value) => {
              setStatus(value as Job['status'] | 'all');
              setPage(1);
            }}
            data={[
              { value: 'all', label: common.all },
              ...STATUSES.map((each) => ({ value: each, label: texts.status[each] })),
            ]}
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
                  { name: texts.what, show: about },
                  { name: texts.kind, show: ({ kind }) => kind },
                  {
                    name: texts.statusFilter,
                    show: ({ status: own }) => <JobState status={own} />,
                  },
                  {
                    name: texts.attempts,
                    align: 'right',
                    show: ({ attempts, maxAttempts }) => `${attempts} / ${maxAttempts}`,
                  },
                  { name: texts.error, show: ({ error }) => <bdi className="log-clamp">{error}</bdi> },
                  { name: texts.changed, show: ({ updatedAt }) => format.moment(updatedAt) },
                  {
                    name: '',
                    align: 'right',
                    show: (job) =>
                      job.status === 'failed' && (
                        <Button
                          size="compact-xs"
                          variant="default"
                          aria-label={texts.retryJob(job.about)}
                          onClick={() => retry.mutate(job.id)}
                        >
                          {texts.retry}
                        </Button>
                      ),
                  },
                ]}
              />
              <Pager page={page} size={SIZE} total={total} go={setPage} />
              <JobDrawer job={records.find(({ id }) => id === opened)} close={() => setOpened(undefined)} />
            </>
          )}
        </QueryBoundary>
      </Card>
    </Page>
  );
}

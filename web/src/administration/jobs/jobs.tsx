import { Button } from '@mantine/core';
import { useState } from 'react';
import { listed } from '../../api/client.ts';
import type { Column } from '../../kit/data-table.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Card, Page } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { PagedLog } from '../log/paged-log.tsx';
import { StatusFilter } from '../log/status-filter.tsx';
import { JobDrawer } from './job-drawer.tsx';
import { type Job, JobState } from './job-state.tsx';
import { useJobTexts } from './texts.ts';
import { useRetry } from './use-retry.ts';

const STATUSES = ['queued', 'running', 'done', 'failed'] as const;
/** Often enough to watch a job run. */
const REFRESH_MS = 3000;

/** Background jobs by status. Failed jobs can be retried. */
export function Section() {
  const texts = useJobTexts();
  const [status, setStatus] = useState<Job['status'] | 'all'>('all');
  const [opened, setOpened] = useState<number>();
  const columns = useColumns(setOpened);
  return (
    <Page title={texts.title} hint={texts.hint}>
      <Card>
        <div className="log-filters">
          <StatusFilter
            label={texts.statusFilter}
            statuses={STATUSES}
            names={texts.status}
            value={status}
            onChange={setStatus}
          />
        </div>
        <PagedLog
          label={texts.title}
          empty={texts.none}
          isFiltered={status !== 'all'}
          queryKey={['jobs', status]}
          read={(request) => listed('/jobs', { query: { ...request, ...(status === 'all' ? {} : { status }) } })}
          refreshMs={REFRESH_MS}
          columns={columns}
        >
          {(jobs) => <JobDrawer job={jobs.find(({ id }) => id === opened)} close={() => setOpened(undefined)} />}
        </PagedLog>
      </Card>
    </Page>
  );
}

function useColumns(open: (id: number) => void): readonly Column<Job>[] {
  const texts = useJobTexts();
  const format = useFormat();
  const retry = useRetry();
  return [
    {
      name: texts.what,
      show: (job) => (
        <LinkButton onClick={() => open(job.id)}>
          <bdi className="log-clamp">{job.about || job.kind}</bdi>
        </LinkButton>
      ),
    },
    { name: texts.kind, show: ({ kind }) => kind },
    { name: texts.statusFilter, show: ({ status }) => <JobState status={status} /> },
    { name: texts.attempts, align: 'right', show: ({ attempts, maxAttempts }) => `${attempts} / ${maxAttempts}` },
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
  ];
}

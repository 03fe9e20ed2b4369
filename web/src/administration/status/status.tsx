import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useLocale } from '../../i18n/language.ts';
import { numberText } from '../../i18n/number-text.ts';
import { sizeText } from '../../i18n/size-text.ts';
import { Card, Page } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { Facts } from '../log/facts.tsx';
import { StatusBadge } from '../log/status-badge.tsx';
import { FailedRequests } from './failed-requests.tsx';
import { ProblemList } from './problem-list.tsx';
import { Processes } from './processes.tsx';
import type { InstallationStatus } from './status-types.ts';
import { useStatusTexts } from './texts.ts';
import './status.css';

/** As often as processes report. */
const REFRESH_MS = 10_000;

/** The installation: what is wrong and what to do, processes, database, background work, backups, failed requests. */
export function Section() {
  const texts = useStatusTexts();
  const query = useQuery({
    queryKey: ['status'],
    queryFn: () => api.get('/status', {}),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Page
      title={texts.title}
      hint={texts.hint}
      actions={
        <Button size="xs" variant="default" onClick={() => void query.refetch()}>
          {texts.refresh}
        </Button>
      }
    >
      <QueryBoundary query={query}>
        {(status) => (
          <>
            <ProblemList problems={status.problems} backup={status.backup} />
            <Processes nodes={status.nodes} />
            <div className="status-facts">
              <DatabaseFacts of={status.database} />
              <WorkFacts jobs={status.jobs} deliveries={status.deliveries} />
              <BackupFacts backup={status.backup} />
            </div>
            <FailedRequests errors={status.errors} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function DatabaseFacts({ of }: { of: InstallationStatus['database'] }) {
  const texts = useStatusTexts();
  const { locale } = useLocale();
  return (
    <Card title={texts.database}>
      <Facts
        of={[
          [
            texts.state,
            <StatusBadge key="state" tone={of.state === 'writable' ? 'good' : 'bad'}>
              {texts.databaseStates[of.state]}
            </StatusBadge>,
          ],
          [texts.version, `PostgreSQL ${of.version}`],
          [texts.size, sizeText(of.sizeBytes, locale)],
          [texts.connections, texts.ofMost(numberText(locale, of.connections), numberText(locale, of.maxConnections))],
        ]}
      />
    </Card>
  );
}

function WorkFacts({ jobs, deliveries }: Pick<InstallationStatus, 'jobs' | 'deliveries'>) {
  const texts = useStatusTexts();
  const { locale } = useLocale();
  const format = useFormat();
  const count = (value: number): string => numberText(locale, value);
  return (
    <Card title={texts.work}>
      <Facts
        of={[
          [texts.jobsWaiting, count(jobs.queued)],
          [texts.jobsRunning, count(jobs.running)],
          [texts.jobsFailed, count(jobs.failed)],
          [texts.jobLag, format.hours(jobs.oldestSeconds)],
          [texts.deliveriesWaiting, count(deliveries.waiting)],
          [texts.deliveryLag, format.hours(deliveries.oldestSeconds)],
          [texts.backlog, count(deliveries.backlogChanges)],
          [texts.receiversFailing, count(deliveries.failingReceivers)],
          [texts.receiversPaused, count(deliveries.pausedReceivers)],
          [texts.receiversSuspended, count(deliveries.suspendedReceivers)],
        ]}
      />
    </Card>
  );
}

function BackupFacts({ backup }: Pick<InstallationStatus, 'backup'>) {
  const texts = useStatusTexts();
  const format = useFormat();
  const state = backup?.state ?? 'external';
  return (
    <Card title={texts.backups}>
      <Facts
        of={[
          [
            texts.state,
            <StatusBadge key="state" tone={BACKUP_TONES[state]}>
              {texts.backupStates[state]}
            </StatusBadge>,
          ],
          [texts.lastBackup, backup?.lastSuccess && format.moment(backup.lastSuccess)],
          [texts.error, backup?.error],
        ]}
      />
    </Card>
  );
}

const BACKUP_TONES = {
  off: 'wait',
  external: 'calm',
  waiting: 'calm',
  running: 'busy',
  ok: 'good',
  failing: 'bad',
} as const;

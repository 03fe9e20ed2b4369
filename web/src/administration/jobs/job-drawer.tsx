import { Button } from '@mantine/core';
import { useFormat } from '../../kit/use-format.ts';
import { DetailDrawer } from '../log/detail-drawer.tsx';
import { Facts } from '../log/facts.tsx';
import { PayloadText } from '../log/payload-text.tsx';
import { useLogTexts } from '../log/texts.ts';
import { type Job, JobState } from './job-state.tsx';
import { useJobTexts } from './texts.ts';
import { useRetry } from './use-retry.ts';

/** One job: its subject, its attempts and its result. */
export function JobDrawer({ job, close }: { job: Job | undefined; close: () => void }) {
  const texts = useJobTexts();
  const common = useLogTexts();
  const format = useFormat();
  const retry = useRetry();
  const state = job && <JobState status={job.status} />;
  return (
    <DetailDrawer title={job?.about || job?.kind} opened={job !== undefined} close={close}>
      {job && (
        <>
          <Facts
            of={[
              [texts.statusFilter, state],
              [texts.kind, job.kind],
              [texts.attempts, `${job.attempts} / ${job.maxAttempts}`],
              [texts.nextAttempt, job.status === 'queued' && format.moment(job.runAt)],
              [texts.created, format.moment(job.createdAt)],
              [texts.changed, format.moment(job.updatedAt)],
              [common.requestId, job.requestId],
              [texts.error, job.error],
            ]}
          />
          {job.status === 'failed' && (
            <Button size="xs" onClick={() => retry.mutate(job.id)}>
              {texts.retry}
            </Button>
          )}
          {job.result !== null && job.result !== undefined && (
            <PayloadText label={texts.result} text={JSON.stringify(job.result)} file={`job-${job.id}.json`} />
          )}
        </>
      )}
    </DetailDrawer>
  );
}

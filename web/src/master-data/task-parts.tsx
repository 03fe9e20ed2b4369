import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { FilterValues } from './filter-values.tsx';
import { kinds } from './kinds.ts';
import { useLoadTexts } from './load-texts.ts';
import { NamedLoads } from './named-loads.tsx';
import { usePartTexts } from './part-texts.ts';
import { type Row, textOf } from './record.ts';
import { TaskDependencies } from './task-dependencies.tsx';
import { taskKey } from './task-key.ts';
import { useMasterDataTexts } from './texts.ts';

/** What a task requires of its resources, what its visits take of their capacities, and what it depends on. */
export function TaskParts({ task }: { task: Row }) {
  const texts = usePartTexts();
  const loadTexts = useLoadTexts();
  const key = taskKey(task);
  return (
    <>
      <FilterValues
        title={texts.requirements}
        empty={texts.noRequirements}
        entity="TaskFilterValue"
        queryKey={['taskFilterValue', task.id]}
        list={() => api.get('/taskFilterValue', { query: { ...key, sort: 'filterGroup,filterValue' } })}
        write={(value) => api.post('/taskFilterValue', { body: { ...key, ...value } as never })}
        remove={(row, { dryRun, actionId }) =>
          api.delete('/taskFilterValue', {
            body: { ...key, filterGroup: textOf(row, 'filterGroup'), filterValue: textOf(row, 'filterValue') },
            query: { dryRun: dryRun ?? false },
            actionId,
          })
        }
      />
      <NamedLoads
        title={loadTexts.loads}
        empty={loadTexts.noLoads}
        entity="TaskLoad"
        queryKey={['taskLoad', task.id]}
        list={() => api.get('/taskLoad', { query: { ...key, sort: 'name' } })}
        write={(value) => api.post('/taskLoad', { body: { ...key, ...value } as never })}
        remove={(row, { dryRun, actionId }) =>
          api.delete('/taskLoad', {
            body: { ...key, name: textOf(row, 'name') },
            query: { dryRun: dryRun ?? false },
            actionId,
          })
        }
      />
      <TaskDependencies task={task} />
    </>
  );
}

export function JobLink({ task }: { task: Row }) {
  const texts = useMasterDataTexts();
  const { sourceApp, sourceType, jobNo } = taskKey(task);
  const { data: job } = useQuery({
    queryKey: ['master-data', 'jobs', 'of-task', task.id],
    queryFn: async () => (await kinds.jobs.list({ sourceApp, sourceType, jobNo, limit: 1 })).records[0] ?? null,
  });
  if (!job) return null;
  return (
    <p className="master-note">
      <Link className="master-link" to="/master-data/$kind/$record" params={{ kind: 'jobs', record: String(job.id) }}>
        {texts.jobOfTask} {jobNo}
      </Link>
    </p>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { ListState } from '../kit/list-state.tsx';
import { Page } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMay } from '../session/may.ts';
import { ContainerMembers } from './container-members.tsx';
import { nextTaskNo } from './draft.ts';
import { JobTasks } from './job-tasks.tsx';
import { KindTabs } from './kind-tabs.tsx';
import { type Kind, kinds, nameOf } from './kinds.ts';
import { ownerOf, type Row, textOf } from './record.ts';
import { RecordAttachments, ResourcePhoto } from './record-attachments.tsx';
import { RecordForm } from './record-form.tsx';
import { ResourceParts } from './resource-parts.tsx';
import { taskKey } from './task-key.ts';
import { JobLink, TaskParts } from './task-parts.tsx';
import { useMasterDataTexts } from './texts.ts';
import { useRemoval } from './use-removal.tsx';

const idIn = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** One record: what it holds, who owns it, and what belongs to it. */
export function RecordPage({ kind, record }: { kind: Kind; record: string }) {
  return record === 'new' ? <NewRecord kind={kind} /> : <StoredRecord kind={kind} id={idIn(record) ?? 0} />;
}

function StoredRecord({ kind, id }: { kind: Kind; id: number }) {
  const texts = useMasterDataTexts();
  const query = useQuery({
    queryKey: ['master-data', kind.name, 'record', id],
    queryFn: async () => (await kind.list({ id, limit: 1 })).records[0] ?? null,
  });
  if (query.data) return <Shown kind={kind} row={query.data} />;
  return (
    <Page title={texts.kinds[kind.name]}>
      <KindTabs />
      <QueryBoundary query={query}>{() => <ListState empty={texts.missing} />}</QueryBoundary>
    </Page>
  );
}

function Shown({ kind, row }: { kind: Kind; row: Row }) {
  const texts = useMasterDataTexts();
  const navigate = useNavigate();
  const removal = useRemoval();
  const mark = useMay()('masterData.change');
  const owner = ownerOf(row);
  const name = nameOf(kind, row);
  const key = Object.fromEntries(kind.keys.map((each) => [each, row[each]]));
  const askToRemove = (): void =>
    removal.ask({
      name,
      entity: kind.entity,
      send: (options) => kind.remove(key, options),
      done: () => void navigate({ to: '/master-data/$kind', params: { kind: kind.name } }),
    });
  return (
    <Page
      title={name}
      hint={texts.kinds[kind.name]}
      actions={
        mark &&
        owner === undefined && (
          <Button {...mark} size="compact-md" variant="default" onClick={askToRemove}>
            {texts.remove(name.length > 40 ? `${name.slice(0, 39)}…` : name)}
          </Button>
        )
      }
    >
      <KindTabs />
      <Ownership owner={owner} mayChange={mark !== undefined} />
      {kind.name === 'tasks' && <JobLink task={row} />}
      {kind.name === 'resources' && <ResourcePhoto resourceNo={textOf(row, 'resourceNo')} name={name} />}
      <RecordForm
        key={row.version}
        kind={kind}
        row={row}
        isFixed={!mark || owner !== undefined}
        onSaved={() => undefined}
      />
      {kind.name === 'resources' && <ResourceParts resourceNo={textOf(row, 'resourceNo')} />}
      {kind.name === 'jobs' && <JobTasks job={row} />}
      {kind.name === 'tasks' && (
        <div className="master-parts">
          <TaskParts task={row} />
          <RecordAttachments owner={taskKey(row)} />
        </div>
      )}
      {kind.name === 'containers' && <ContainerMembers name={name} />}
      {removal.dialog}
    </Page>
  );
}

function Ownership({ owner, mayChange }: { owner: string | undefined; mayChange: boolean }) {
  const texts = useMasterDataTexts();
  if (owner !== undefined)
    return (
      <p className="master-owner" role="note">
        <strong>{texts.owned(owner)}</strong> {texts.ownedHint}
      </p>
    );
  return mayChange ? null : <p className="master-note">{texts.mayNot}</p>;
}

/** What a record that somebody enters begins with: the key needs a source, and no other system has one of this name. */
const HAND_MADE = { sourceApp: 'OPENSLOT', sourceType: 'MANUAL' };

function NewRecord({ kind }: { kind: Kind }) {
  const texts = useMasterDataTexts();
  const navigate = useNavigate();
  const mark = useMay()('masterData.change');
  const { job } = useSearch({ strict: false }) as { job?: unknown };
  const jobId = kind.name === 'tasks' ? idIn(String(job ?? '')) : undefined;
  const start = useQuery({
    queryKey: ['master-data', 'start', kind.name, jobId ?? null],
    queryFn: () => (jobId === undefined ? startOf(kind) : startOfTask(jobId)),
  });
  if (!mark) return <Navigate to="/master-data/$kind" params={{ kind: kind.name }} replace />;
  return (
    <Page title={texts.add[kind.name]} hint={texts.remind}>
      <KindTabs />
      <QueryBoundary query={start}>
        {(values) => (
          <RecordForm
            kind={kind}
            row={undefined}
            start={values}
            isFixed={false}
            onSaved={({ results }) =>
              void navigate({
                to: '/master-data/$kind/$record',
                params: { kind: kind.name, record: String(results[0]?.id ?? '') },
                replace: true,
              })
            }
          />
        )}
      </QueryBoundary>
      {jobId !== undefined && (
        <Link className="master-link" to="/master-data/$kind/$record" params={{ kind: 'jobs', record: String(jobId) }}>
          {texts.jobOfTask}
        </Link>
      )}
    </Page>
  );
}

const startOf = ({ keys }: Kind): Readonly<Record<string, unknown>> => (keys.includes('sourceApp') ? HAND_MADE : {});

/** The key of the job, and the next number. */
async function startOfTask(jobId: number): Promise<Readonly<Record<string, unknown>>> {
  const [job] = (await kinds.jobs.list({ id: jobId, limit: 1 })).records;
  if (!job) return HAND_MADE;
  const key = { sourceApp: job['sourceApp'], sourceType: job['sourceType'], jobNo: job['jobNo'] };
  const { records } = await kinds.tasks.list({ ...key, limit: 1000 });
  return { ...key, taskNo: nextTaskNo(records.map((task) => textOf(task, 'taskNo'))) };
}

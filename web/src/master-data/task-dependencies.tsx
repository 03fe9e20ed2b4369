import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { lagAsTyped } from '../dependencies/lag.ts';
import { relationOf } from '../dependencies/relation.ts';
import { useDependencyFieldTexts } from '../dependencies/texts.ts';
import { Icon } from '../frame/icons.tsx';
import { jobCardQuery } from '../job-card/query.ts';
import { useMay } from '../session/may.ts';
import { useDependencyTexts } from './dependency-texts.ts';
import { PartCard } from './part-card.tsx';
import type { Row } from './record.ts';
import { dependencyKey, dependencyOf, isSameTask, taskNoText } from './task-dependency.ts';
import { TaskDependencyDialog } from './task-dependency-dialog.tsx';
import { taskKey } from './task-key.ts';
import { useMasterDataTexts } from './texts.ts';

/** A task that has more shows the first ones. */
const MOST = 500;

/** The tasks that this one waits for, and those that wait for it. */
export function TaskDependencies({ task }: { task: Row }) {
  const texts = useDependencyTexts();
  const fields = useDependencyFieldTexts();
  const { yes } = useMasterDataTexts();
  const queryKey = ['taskDependency', task.id];
  const mark = useMay()('masterData.change');
  const [editing, setEditing] = useState<{ readonly row: Row | undefined }>();
  const { data: card } = useQuery(jobCardQuery({ task: task.id }));
  const list = () => dependenciesOf(task);
  // The card below reads the same.
  const { data: rows = [] } = useQuery({ queryKey: ['master-data', ...queryKey], queryFn: list });
  const of = (row: Row) => dependencyOf(task, row);
  const nameOf = (row: Row): string => {
    const { other } = of(row);
    const description = card?.dependencies.find((each) => isSameTask(each, other))?.shortDescription ?? '';
    return [taskNoText(other), description.slice(0, 100)].filter((part) => part !== '').join(' · ');
  };
  const directionOf = (row: Row): string => (of(row).waits ? texts.waitsFor : texts.isAwaited);
  const kindOf = (row: Row): string => fields.sentences(of(row).waits ? 'otherTask' : 'thisTask')[relationOf(of(row))];
  return (
    <>
      <PartCard
        title={fields.dependencies}
        empty={texts.none}
        entity="TaskDependency"
        {...{ queryKey, list, nameOf }}
        columns={[
          { name: texts.direction, by: directionOf, show: directionOf },
          { name: texts.otherTask, by: nameOf, show: (row) => <span dir="auto">{nameOf(row)}</span> },
          { name: fields.kind, by: kindOf, show: kindOf },
          { name: fields.lag, by: (row) => of(row).lagInSeconds, show: (row) => lagAsTyped(of(row).lagInSeconds) },
          {
            name: fields.maxLag,
            by: (row) => of(row).maxLagInSeconds,
            show: (row) => lagOrNone(of(row).maxLagInSeconds, fields.noLimit),
          },
          { name: texts.differentPeople, show: (row) => (of(row).differentResources ? yes : '') },
        ]}
        edit={{ label: (row) => fields.edit(nameOf(row)), open: (row) => setEditing({ row }) }}
        remove={(row, { dryRun, actionId }) =>
          api.delete('/taskDependency', {
            body: dependencyKey(task, of(row)),
            query: { dryRun: dryRun ?? false },
            actionId,
          })
        }
        form={() => (
          <Button
            {...mark}
            mt="xs"
            size="xs"
            variant="default"
            leftSection={<Icon name="add" size={14} />}
            onClick={() => setEditing({ row: undefined })}
          >
            {fields.add}
          </Button>
        )}
      />
      {editing && (
        <TaskDependencyDialog
          task={task}
          row={editing.row}
          name={editing.row ? nameOf(editing.row) : ''}
          known={rows.map(of)}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

async function dependenciesOf(task: Row): Promise<readonly Row[]> {
  const { jobNo, taskNo, ...source } = taskKey(task);
  const [before, after] = await Promise.all([
    api.get('/taskDependency', {
      query: { ...source, jobNo, taskNo, sort: 'predecessorJobNo,predecessorTaskNo', limit: MOST },
    }),
    api.get('/taskDependency', {
      query: { ...source, predecessorJobNo: jobNo, predecessorTaskNo: taskNo, sort: 'jobNo,taskNo', limit: MOST },
    }),
  ]);
  return [...before, ...after];
}

const lagOrNone = (seconds: number | null, none: string): string => (seconds === null ? none : lagAsTyped(seconds));

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../frame/icons.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { Card } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMay } from '../session/may.ts';
import { kinds } from './kinds.ts';
import { type Row, textOf } from './record.ts';
import { useShownValue } from './shown-value.ts';
import { useMasterDataTexts } from './texts.ts';
import { useLabel } from './use-label.ts';

/** A job with more tasks has them in the list of tasks. */
const MOST = 500;
const COLUMNS = ['taskNo', 'shortDescription', 'category', 'durationInSeconds', 'requestedStartDate', 'status'];

export function JobTasks({ job }: { job: Row }) {
  const texts = useMasterDataTexts();
  const labelOf = useLabel();
  const shown = useShownValue(kinds.tasks);
  const mark = useMay()('masterData.change');
  const query = useQuery({
    queryKey: ['master-data', 'tasks', 'of', job.id],
    queryFn: async () => {
      const { sourceApp, sourceType, jobNo } = job;
      return (await kinds.tasks.list({ sourceApp, sourceType, jobNo, sort: 'taskNo', limit: MOST })).records;
    },
  });
  return (
    <Card
      title={texts.tasksOfJob}
      actions={
        mark && (
          <Button
            {...mark}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="add" size={14} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/master-data/$kind/$record"
                params={{ kind: 'tasks', record: 'new' }}
                search={{ job: job.id } as never}
              />
            )}
          >
            {texts.add.tasks}
          </Button>
        )
      }
    >
      <QueryBoundary query={query}>
        {(rows) => (
          <DataTable
            label={texts.tasksOfJob}
            rows={rows}
            keyOf={({ id }) => id}
            empty={texts.noTasks}
            columns={COLUMNS.map((field, at) => ({
              name: labelOf(field),
              by: (row: Row) => textOf(row, field),
              show: (row: Row) =>
                at > 0 ? (
                  shown(row, field)
                ) : (
                  <Link
                    className="master-link"
                    to="/master-data/$kind/$record"
                    params={{ kind: 'tasks', record: String(row.id) }}
                  >
                    {shown(row, field)}
                  </Link>
                ),
            }))}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}

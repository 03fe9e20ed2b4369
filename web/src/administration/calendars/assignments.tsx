import { ActionIcon } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { newId } from '../../api/new-id.ts';
import type { Schemas } from '../../api/schema.ts';
import { formatIn } from '../../dates/format.ts';
import { addDays, dateOf } from '../../dates/zone.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale } from '../../i18n/language.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Card } from '../../kit/page.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useConfirm } from '../../kit/use-confirm.tsx';
import { useNotify } from '../../kit/use-notify.ts';
import { useSession } from '../../session/session.ts';
import { OwnerBadge } from '../record-editor/owner-badge.tsx';
import { backOfficeOf } from '../record-editor/record-kind.ts';
import { useAssignmentTexts } from './assignment-texts.ts';
import type { Calendar } from './calendar.ts';
import { NewAssignment } from './new-assignment.tsx';
import { useCalendarTexts } from './texts.ts';

type Assignment = Schemas['ResourceCalendar'];

/** Dates are midnights in the time zone of the tenant. */
const dateIn = (moment: string): string => moment.slice(0, 10);
const isEndless = ({ endDate }: Assignment): boolean => endDate.startsWith('9999');

/** Ends assignments yesterday, and deletes those that have not started. */
function useAssignmentChanges(today: string) {
  const texts = useCalendarTexts();
  const notify = useNotify();
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: notify.error,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['administration'] });
      notify.success(texts.saved);
    },
  });
  const end = ({ code, resourceNo, calendarCode, startDate, version }: Assignment): void =>
    write.mutate(() =>
      dateIn(startDate) >= today
        ? api.delete('/resourceCalendar', { body: { code } })
        : api.post('/resourceCalendar', {
            body: { code, resourceNo, calendarCode, startDate: dateIn(startDate), endDate: addDays(today, -1) },
            version,
          }),
    );
  return { write, end };
}

/** The resources that use a calendar, with start and end. */
export function Assignments({ calendar }: { calendar: Calendar }) {
  const texts = useAssignmentTexts();
  const { tenant } = useSession();
  const confirm = useConfirm();
  const today = dateOf(tenant.timeZone, Date.now());
  const { write, end } = useAssignmentChanges(today);
  const columns = useColumns(today, (row) =>
    confirm.ask({
      title: texts.endQuestion(row.resourceNo),
      body: texts.endHint,
      yes: texts.endOf(row.resourceNo),
      act: () => end(row),
    }),
  );
  const query = useQuery({
    queryKey: ['administration', 'resourceCalendar', calendar.code],
    queryFn: () =>
      api.get('/resourceCalendar', { query: { calendarCode: calendar.code, sort: 'resourceNo,startDate' } }),
  });
  return (
    <Card title={texts.usedBy}>
      {calendar.default && <p className="color-note">{texts.usedByDefault}</p>}
      <QueryBoundary query={query}>
        {(rows) => (
          <DataTable
            label={texts.usedBy}
            rows={rows}
            columns={columns}
            keyOf={({ id }) => id}
            empty={texts.usedByNobody}
          />
        )}
      </QueryBoundary>
      <NewAssignment
        today={today}
        add={(assigned) =>
          write.mutateAsync(() =>
            api.post('/resourceCalendar', { body: { code: newId(), calendarCode: calendar.code, ...assigned } }),
          )
        }
      />
      {confirm.dialog}
    </Card>
  );
}

function useColumns(today: string, end: (row: Assignment) => void): readonly Column<Assignment>[] {
  const texts = useAssignmentTexts();
  const common = useCalendarTexts();
  const { locale } = useLocale();
  const day = (moment: string): string => formatIn('UTC', locale).date(dateIn(moment));
  return [
    { name: texts.resource, by: ({ resourceNo }) => resourceNo, show: ({ resourceNo }) => resourceNo },
    { name: common.first, by: ({ startDate }) => startDate, show: ({ startDate }) => day(startDate) },
    {
      name: common.last,
      by: ({ endDate }) => endDate,
      show: (row) => (isEndless(row) ? texts.endless : day(row.endDate)),
    },
    {
      name: texts.keptBy,
      by: backOfficeOf,
      show: (row) => <OwnerBadge row={row} />,
    },
    {
      name: '',
      align: 'right',
      show: (row) =>
        dateIn(row.endDate) < today ? (
          texts.ended
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts.endOf(row.resourceNo)}
            onClick={() => end(row)}
          >
            <Icon name="stop" size={13} />
          </ActionIcon>
        ),
    },
  ];
}

import { type ReactNode, useMemo } from 'react';
import { formatIn } from '../../dates/format.ts';
import { addDays, mondayOf } from '../../dates/zone.ts';
import { useLocale } from '../../i18n/language.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useTimesheet } from '../timer/use-timesheet.ts';
import { Entries } from './entries.tsx';
import { needsAction } from './status.ts';
import { useTimesheetTexts } from './texts.ts';
import type { EntryEditing } from './use-entry-editing.tsx';

/** Eight weeks. Weeks are stored by their Monday, so these days begin on another weekday. */
const BACK_DAYS = 55;

interface Props {
  readonly resourceNo: string;
  readonly today: string;
  readonly editing: EntryEditing;
  readonly actions: ReactNode;
}

/** What a person has to do about the last weeks: rejected and unsent entries, forgotten drafts, days with missing hours. */
export function AttentionEntries({ resourceNo, today, editing, actions }: Props) {
  const { locale } = useLocale();
  const texts = useTimesheetTexts();
  const days = useMemo(
    () => ({ start: addDays(mondayOf(today), -BACK_DAYS), end: addDays(mondayOf(today), 7) }),
    [today],
  );
  const { query, merged, taskOf } = useTimesheet(resourceNo, days);
  const format = formatIn('UTC', locale);
  const missing = (query.data?.sheet.days ?? []).filter(
    ({ date, missingInSeconds }) => date < today && missingInSeconds > 0,
  );
  return (
    <Entries
      entries={(merged?.entries ?? []).filter((entry) => needsAction(entry, today))}
      empty={query.data && missing.length === 0 ? texts.noAttentionNeeded : undefined}
      dated
      taskOf={taskOf}
      onEdit={editing.edit}
      onRemove={editing.remove}
      onMove={editing.move}
      actions={actions}
    >
      {/* The list itself stays: its buttons keep the focus while the data is read. */}
      <QueryBoundary query={query}>
        {() => (
          <ul className="ts-list">
            {missing.map(({ date, missingInSeconds }) => (
              <li key={date} className="ts-entry">
                <div className="ts-entry-head">
                  <span className="ts-line-what">{format.day(date)}</span>
                  <span className="ts-attention">{texts.missingHours(format.hours(missingInSeconds))}</span>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Entries>
  );
}

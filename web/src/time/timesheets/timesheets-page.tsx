import { useNavigate, useSearch } from '@tanstack/react-router';
import { dateOf } from '../../dates/zone.ts';
import { useTexts } from '../../i18n/language.ts';
import { Page } from '../../kit/page.tsx';
import { useMay } from '../../session/may.ts';
import { useSession, zoneOf } from '../../session/session.ts';
import { ResourcePicker } from './resource-picker.tsx';
import { useTimesheetTexts } from './texts.ts';
import { TimesheetTabs } from './timesheet-tabs.tsx';
import { Week } from './week.tsx';

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

/** A field worker's own time; planners can open that of others. */
export function TimesheetsPage() {
  const common = useTexts();
  const texts = useTimesheetTexts();
  const session = useSession();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { date?: unknown; resource?: unknown };
  const today = dateOf(zoneOf(session), Date.now());
  const date = isDate(search.date) ? search.date : today;
  const mayChoose = useMay()('time.choose');
  const chosen = mayChoose && typeof search.resource === 'string' ? search.resource : undefined;
  const resourceNo = chosen ?? session.user.resourceNo;
  const go = (next: { date?: string; resource?: string }): void =>
    void navigate({
      to: '/timesheets',
      search: { date, ...(chosen === undefined ? {} : { resource: chosen }), ...next } as never,
      replace: true,
    });
  return (
    <Page
      title={common.timesheets}
      actions={
        <>
          {mayChoose && <ResourcePicker {...mayChoose} value={resourceNo} onChange={(resource) => go({ resource })} />}
          <TimesheetTabs />
        </>
      }
    >
      {resourceNo === null ? (
        <div className="kit-note">{mayChoose ? texts.chooseResource : texts.noResource}</div>
      ) : (
        <Week key={resourceNo} resourceNo={resourceNo} date={date} today={today} onGo={(day) => go({ date: day })} />
      )}
    </Page>
  );
}

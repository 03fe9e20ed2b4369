import { useTexts } from '../i18n/language.ts';
import { Page } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useSession } from '../session/session.ts';
import { DaySection } from './day-section.tsx';
import { PlanChanges } from './plan-changes.tsx';
import { PositionSharing } from './position-sharing.tsx';
import { RefusedReports } from './refused-reports.tsx';
import { useMyDayTexts } from './texts.ts';
import { useMyDay } from './use-my-day.ts';
import './my-day.css';

/** What a field worker needs on the way, on a phone, also without a connection. */
export function MyDayPage() {
  const common = useTexts();
  const texts = useMyDayTexts();
  const { user } = useSession();
  return (
    <Page title={common.myDay}>
      {user.resourceNo === null ? <div className="kit-note">{texts.noResource}</div> : <OwnDay />}
    </Page>
  );
}

function OwnDay() {
  const texts = useMyDayTexts();
  const format = useFormat();
  const myDay = useMyDay();
  const { state, days } = myDay;
  const waiting = state.actions.filter(({ id }) => !state.held.has(id) && !state.sent.has(id)).length;
  return (
    <QueryBoundary query={myDay.query}>
      {({ day, asOf, isKept }) => (
        <div className="my-day">
          {(isKept || !state.isOnline) && (
            <p className="my-day-line" role="status">
              {texts.offline(format.moment(asOf))}
            </p>
          )}
          {waiting > 0 && (
            <p className="my-day-line" role="status">
              {texts.waiting(waiting)}
            </p>
          )}
          <PlanChanges myDay={myDay} zone={day.timeZone} />
          <RefusedReports myDay={myDay} running={day.running} />
          {days.map((each, index) => (
            <DaySection
              key={each.date}
              day={each}
              title={index === 0 ? texts.today : index === 1 ? texts.tomorrow : each.date}
              zone={day.timeZone}
              myDay={myDay}
            />
          ))}
          <PositionSharing isRunning={day.running !== null} />
        </div>
      )}
    </QueryBoundary>
  );
}

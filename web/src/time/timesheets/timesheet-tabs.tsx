import { Link } from '@tanstack/react-router';
import { mayOpen } from '../../session/may.ts';
import { useSession } from '../../session/session.ts';
import { useTimesheetTexts } from './texts.ts';
import './timesheets.css';

/** Own timesheet and team; those who may not read the time of others have only the first. */
export function TimesheetTabs() {
  const texts = useTimesheetTexts();
  if (!mayOpen(useSession(), 'team')) return null;
  return (
    <div className="ts-tabs">
      <Link to="/timesheets" activeOptions={{ exact: true }}>
        {texts.mine}
      </Link>
      <Link to="/timesheets/team" data-page="team" activeOptions={{ exact: true }}>
        {texts.team}
      </Link>
    </div>
  );
}

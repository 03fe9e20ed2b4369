import { Link } from '@tanstack/react-router';
import { useSession } from '../../session/session.ts';
import { useTimesheetTexts } from './texts.ts';
import './timesheets.css';

/** Own timesheet and team; users without the plan scope have only the first. */
export function TimesheetTabs() {
  const texts = useTimesheetTexts();
  const { user } = useSession();
  if (!user.scopes.includes('plan')) return null;
  return (
    <div className="ts-tabs">
      <Link to="/timesheets" activeOptions={{ exact: true }}>
        {texts.mine}
      </Link>
      <Link to="/timesheets/team" activeOptions={{ exact: true }}>
        {texts.team}
      </Link>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { landingOf } from '../frame/rail.ts';
import { isEmptyQuery } from '../kit/is-empty-query.ts';
import { useSession } from '../session/session.ts';

/** Where the application begins: for a field worker at the clock, for all others at the plan, or where there is nothing to plan yet, at the welcome. */
export function Landing() {
  const usual = landingOf(useSession());
  return usual === '/planning' ? <PlanOrWelcome /> : <Navigate to={usual} replace />;
}

function PlanOrWelcome() {
  const { data: isEmpty, isPending } = useQuery(isEmptyQuery);
  if (isPending) return null;
  return <Navigate to={isEmpty ? '/welcome' : '/planning'} replace />;
}

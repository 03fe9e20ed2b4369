import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { landingOf } from '../frame/rail.ts';
import { isEmptyQuery } from '../kit/is-empty-query.ts';
import { useSession } from '../session/session.ts';

/** The start page: the own day for field workers, planning for others, or the welcome page while there is nothing to plan. */
export function Landing() {
  const usual = landingOf(useSession());
  return usual === '/planning' ? <PlanOrWelcome /> : <Navigate to={usual} replace />;
}

function PlanOrWelcome() {
  const { data: isEmpty, isPending } = useQuery(isEmptyQuery);
  if (isPending) return null;
  return <Navigate to={isEmpty ? '/welcome' : '/planning'} replace />;
}

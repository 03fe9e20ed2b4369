import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { isEmptyQuery } from '../kit/is-empty.ts';

/** Where the application begins: at the plan, or where there is nothing to plan yet, at the welcome. */
export function Landing() {
  const { data: isEmpty, isPending } = useQuery(isEmptyQuery);
  if (isPending) return null;
  return <Navigate to={isEmpty ? '/welcome' : '/planning'} replace />;
}

import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';

export type Session = Paths['/session']['get']['answer'];
export type SignedIn = Session & Required<Pick<Session, 'tenant' | 'user'>>;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => api.get('/session', {}),
  staleTime: Number.POSITIVE_INFINITY,
});

export const isSignedIn = (session: Session): session is SignedIn =>
  session.signedIn && session.tenant !== undefined && session.user !== undefined;

/** Who is signed in; pages stand behind the sign-in and may count on it. */
export function useSession(): SignedIn {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!isSignedIn(data)) throw new Error('a page was reached without a session');
  return data;
}

/** The planner's own zone, else that of the tenant. */
export const zoneOf = ({ user, tenant }: SignedIn): string => user.timeZone ?? tenant.timeZone;

export function useSessionActions() {
  const queries = useQueryClient();
  /** Nothing that one tenant showed may be seen in the next. */
  const begin = (session: Session): void => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    queries.setQueryData(sessionQuery.queryKey, session);
  };
  return {
    async signIn(login: { username: string; password: string; tenant?: string }): Promise<Session> {
      const session = await api.post('/session', { body: login });
      if (session.signedIn) begin(session);
      return session;
    },
    async signOut(): Promise<void> {
      await api.delete('/session', {});
      begin({ signedIn: false, tenants: [] });
    },
    switchTenant: async (tenant: string): Promise<void> => begin(await api.put('/session', { body: { tenant } })),
    async prefer(preferences: { language?: string; timeZone?: string }): Promise<void> {
      queries.setQueryData(sessionQuery.queryKey, await api.put('/session', { body: preferences }));
    },
  };
}

import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { ApiError, api } from '../api/client.ts';
import type { Paths } from '../api/schema.ts';
import { publishSignIn, settleEndedSession } from './ended-session.ts';
import { goToProvider } from './go-to-provider.ts';
import { rememberedSession, rememberSession, type Session } from './remembered-session.ts';
import { RenewalContext } from './renewal.ts';
import { linkIfAsked } from './sso-link.ts';

export type SignedIn = Session & Required<Pick<Session, 'tenant' | 'user'>>;

/** What users choose for themselves. */
export interface Preferences {
  readonly displayName?: string;
  readonly language?: string;
  readonly timeZone?: string;
  readonly dateFormat?: number;
  readonly timeFormat?: number;
  readonly firstWeekday?: number;
  readonly theme?: number;
  readonly startPage?: string;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: fetchSession,
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
});

export const isSignedIn = (session: Session): session is SignedIn =>
  session.signedIn && session.tenant !== undefined && session.user !== undefined;

/** Offline, the last remembered session: the pages of field workers open offline too. */
async function fetchSession(): Promise<Session> {
  try {
    const session = await api.get('/session', {});
    rememberSession(session);
    return session;
  } catch (error) {
    const last = error instanceof ApiError ? undefined : rememberedSession();
    if (last) return last;
    throw error;
  }
}

let last: SignedIn | undefined;

/** The session. Pages are shown only after sign-in and can rely on it. A part of a page that is drawn while the user signs out has the last one. */
export function useSession(): SignedIn {
  const { data } = useSuspenseQuery(sessionQuery);
  if (isSignedIn(data)) last = data;
  if (!last) throw new Error('a page was reached without a session');
  return last;
}

/** The planner's own zone, else that of the tenant. */
export const zoneOf = ({ user, tenant }: SignedIn): string => user.timeZone ?? tenant.timeZone;

export function useSessionActions() {
  const queries = useQueryClient();
  const renewal = useContext(RenewalContext);
  /** Clears all data of the previous tenant. */
  const begin = (session: Session): void => {
    if (renewal) {
      rememberSession(session);
      renewal.onSession(session);
      return;
    }
    // Requests that waited for a sign-in belong to the pages of the previous session.
    settleEndedSession(false);
    if (session.signedIn) {
      publishSignIn();
      void linkIfAsked();
    }
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
    queries.setQueryData(sessionQuery.queryKey, session);
    rememberSession(session);
  };
  return {
    async signIn(login: { username: string; password: string; tenant?: string }): Promise<Session> {
      const session = await api.post('/session', { body: login });
      if (session.signedIn) begin(session);
      return session;
    },
    async signInWithPasskey(body: Paths['/session/passkey']['post']['body']): Promise<Session> {
      const session = await api.post('/session/passkey', { body });
      if (session.signedIn) begin(session);
      return session;
    },
    async finishSignIn(body: Paths['/session/secondFactor']['post']['body']): Promise<void> {
      begin(await api.post('/session/secondFactor', { body }));
    },
    /** Deletes the user's data on this device. With unsent actions it does nothing unless `lose` is set, and returns their number. */
    async signOut({ lose = false } = {}): Promise<number> {
      const { clearDevice: leaveDevice, ownerOf, unsentCount } = await import('../offline/clear-device.ts');
      const { tenant, user } = queries.getQueryData(sessionQuery.queryKey) ?? {};
      const owner = tenant && user ? ownerOf(tenant.name, user.email) : undefined;
      const unsent = owner === undefined || lose ? 0 : await unsentCount(owner);
      if (unsent > 0) return unsent;
      // Ends the session at the identity provider as well, where there is one.
      const { redirectTo } = await api.post('/sso/logout', {});
      if (owner !== undefined) await leaveDevice(owner);
      begin({ signedIn: false, tenants: [] });
      if (redirectTo !== null) goToProvider(redirectTo);
      return 0;
    },
    switchTenant: async (tenant: string): Promise<void> => begin(await api.put('/session', { body: { tenant } })),
    async prefer(preferences: Preferences): Promise<void> {
      queries.setQueryData(sessionQuery.queryKey, await api.put('/session', { body: preferences }));
    },
  };
}

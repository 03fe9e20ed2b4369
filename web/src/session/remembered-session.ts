import type { Paths } from '../api/schema.ts';
import { pages } from './page-needs.ts';
import { meets } from './permission.ts';

export type Session = Paths['/session']['get']['answer'];

/** The last session, for working offline. It grants no access: every API request still needs the cookie. */
const KEY = 'openslot-session';

/** Only for users who work offline. Removed when the session ends. */
export function rememberSession(session: Session): void {
  try {
    const registersTime = session.signedIn && meets(session.user?.permissions ?? [], pages.timesheets.needs);
    if (registersTime) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // Without local storage the pages do not open offline.
  }
}

export function rememberedSession(): Session | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    const session = kept === null ? undefined : (JSON.parse(kept) as Session);
    // A session that an older release remembered has no permissions.
    return Date.parse(session?.expiresAt ?? '') > Date.now() && session?.user?.permissions ? session : undefined;
  } catch {
    return undefined;
  }
}

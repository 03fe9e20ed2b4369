import type { Paths } from '../api/schema.ts';

export type Session = Paths['/session']['get']['answer'];

/** Who was last signed in, for the time without a line. It opens nothing: every answer of the API still needs the cookie. */
const KEY = 'openslot-session';

/** Only of those who work without a line; with a session that ended it is gone. */
export function rememberSession(session: Session): void {
  try {
    if (session.signedIn && session.user?.scopes.includes('time')) localStorage.setItem(KEY, JSON.stringify(session));
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing has nothing to open without a line.
  }
}

export function rememberedSession(): Session | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    const session = kept === null ? undefined : (JSON.parse(kept) as Session);
    return Date.parse(session?.expiresAt ?? '') > Date.now() ? session : undefined;
  } catch {
    return undefined;
  }
}

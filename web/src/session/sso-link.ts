import { api } from '../api/client.ts';

/** Why single sign-on sent the browser back to the sign-in page; undefined if it did not. */
export const ssoReason = (): string | undefined => new URLSearchParams(window.location.search).get('sso') ?? undefined;

/** After the password of an existing account was entered: from the next time on, single sign-on is enough. If it fails, it is asked for again. */
export async function linkIfAsked(): Promise<void> {
  if (ssoReason() === 'confirm') await api.post('/sso/link', {}).catch(() => {});
}

import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { type Answer, type Client, clientFor, type TestService, type TestTenant } from './service.ts';

export const PASSWORD = 'correct horse battery';

/** Somebody who may sign in to a tenant with PASSWORD. */
export async function aMember({ client }: TestTenant, more: Record<string, unknown> = {}): Promise<string> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const made = await client.post('/user', { Email: email, Password: PASSWORD, Roles: 'planner', ...more });
  if (made.status !== 200) throw new Error(made.text);
  return email;
}

export const signIn = (
  { baseUrl }: TestService,
  username: string,
  more: Record<string, unknown> = {},
): Promise<Answer> => clientFor(baseUrl, {}).post('/session', { username, password: PASSWORD, ...more });

/** The browser that got the cookie of a response. */
export function browserOf({ baseUrl }: TestService, answer: Answer): Client {
  const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';');
  if (!cookie) throw new Error(`no cookie: ${answer.status} ${answer.text}`);
  return clientFor(baseUrl, { cookie, 'sec-fetch-site': 'same-origin' });
}

/** What an authenticator app shows at a moment. */
export const codeAt = (secret: string, ms: number): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: ms });

export interface WithCodes {
  readonly email: string;
  readonly browser: Client;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Somebody who has set up one-time codes at the time of the service, and is still signed in. */
export async function withCodes(service: TestService, email: string): Promise<WithCodes> {
  const browser = browserOf(service, await signIn(service, email));
  const started = await browser.post('/secondFactor/code', undefined);
  const { secret } = started.body;
  const confirmed = await browser.put('/secondFactor/code', { code: codeAt(secret, service.deps.now().getTime()) });
  if (confirmed.status !== 200) throw new Error(confirmed.text);
  return { email, browser, secret, recoveryCodes: confirmed.body.recoveryCodes };
}

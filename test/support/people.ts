import { randomBytes } from 'node:crypto';
import { type Client, clientFor, type TestService, type TestTenant } from './service.ts';

const PASSWORD = 'a long password of a person';

/** A client of a person of the tenant who has signed in, with a token. */
export async function aPerson(service: TestService, { client }: TestTenant, roles: string): Promise<Client> {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  await client.post('/user', { Email: email, Password: PASSWORD, Roles: roles });
  const { body, text } = await client.post('/tokens', { username: email, password: PASSWORD });
  if (typeof body.access_token !== 'string') throw new Error(text);
  return clientFor(service.baseUrl, { authorization: `Bearer ${body.access_token}` });
}

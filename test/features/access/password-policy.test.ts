import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/features/access/password.ts';
import { invitationToken } from '../../support/invitations.ts';
import { type Client, clientFor, sharedService, type TestService, type TestTenant } from '../../support/service.ts';

/** Allowed by the rules of earlier versions. */
const OLD = 'ten chars!';
const GOOD = 'correct horse battery';

let service: TestService;
let erp: TestTenant;
let nobody: Client;
beforeAll(async () => {
  service = await sharedService();
  nobody = clientFor(service.baseUrl, {});
});
afterAll(() => service.close());
beforeEach(async () => {
  erp = await service.tenant();
  await service.deps.db.query('delete from login_failure');
});

let people = 0;
/** A user whose password was set before today's rules. */
async function anOldUser(): Promise<string> {
  const email = `old-rules${people++}@example.com`;
  expect((await erp.client.post('/user', { email, password: GOOD })).status).toBe(200);
  await service.deps.db.query('update account set password_hash = $2 where email = $1', [
    email,
    await hashPassword(OLD),
  ]);
  return email;
}
const signIn = async (username: string, password: string) =>
  (await nobody.post('/session', { username, password })).status;

describe('a password from before the rules', () => {
  test('still signs in', async () => {
    expect(await signIn(await anOldUser(), OLD)).toBe(200);
  });

  test('can be sent again by the back office, with no effect', async () => {
    const email = await anOldUser();
    const answer = await erp.client.post('/user', { email, password: OLD, displayName: 'Anna' });
    expect(answer.status, answer.text).toBe(200);
    expect(await signIn(email, OLD)).toBe(200);
  });

  test('cannot be replaced by one that is as weak', async () => {
    const email = await anOldUser();
    const answer = await erp.client.post('/user', { email, password: 'ten chars?' });
    expect([answer.status, answer.body.Code]).toEqual([400, 'REQ014']);
    expect(await signIn(email, OLD)).toBe(200);
  });
});

describe('the rules hold', () => {
  test.each([
    ['ten chars!', 'must have at least 12 characters.'],
    ['password1234', 'is too common'],
    ['rules-person is my name', 'must not contain the e-mail address'],
  ])('for a password that an administrator sets and one that a person chooses: %s', async (password, why) => {
    const email = `rules-person@${people++}.example`;
    const set = await erp.client.post('/user', { email, password });
    expect(set.body).toMatchObject({ Code: 'REQ014', Description: expect.stringContaining(`Password: ${why}`) });
    await erp.client.post('/user', { email });
    const token = await invitationToken(service, erp, email);
    const accepted = await nobody.post(`/invitation/${token}`, { password });
    expect(accepted.body).toMatchObject({ Code: 'REQ014', Description: expect.stringContaining(`password: ${why}`) });
    expect((await nobody.post(`/invitation/${token}`, { password: GOOD })).status).toBe(200);
  });
});

import { expect } from 'vitest';
import { type Answer, type Client, clientFor, type TestService, type TestTenant } from '../../support/service.ts';

export const PASSWORD = 'correct horse battery staple';
const SCIM = { 'content-type': 'application/scim+json; charset=utf-8', accept: 'application/scim+json' };
const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A directory that provisions a tenant, with an API key as its bearer token. */
export class Directory {
  readonly erp: TestTenant;
  readonly client: Client;
  readonly #service: TestService;

  private constructor(service: TestService, erp: TestTenant, key: string) {
    this.#service = service;
    this.erp = erp;
    this.client = clientFor(service.baseUrl, { authorization: `Bearer ${key}`, ...SCIM });
  }

  static async of(service: TestService): Promise<Directory> {
    const erp = await service.tenant();
    return new Directory(service, erp, await erp.addKey({ name: 'Entra', scopes: ['admin'] }));
  }

  async user(userName: string, more: object = {}): Promise<string> {
    const { status, body, text } = await this.client.post('/scim/v2/Users', { userName, active: true, ...more });
    expect(status, text).toBe(201);
    return body.id;
  }

  async group(displayName: string, members: readonly string[] = []): Promise<string> {
    const sent = { displayName, members: members.map((value) => ({ value })) };
    const { status, body, text } = await this.client.post('/scim/v2/Groups', sent);
    expect(status, text).toBe(201);
    return body.id;
  }

  patch(path: string, ...operations: object[]): Promise<Answer> {
    return this.client.send('PATCH', path, { schemas: [PATCH_SCHEMA], Operations: operations });
  }

  find(what: 'Users' | 'Groups', filter: string): Promise<Answer> {
    return this.client.get(`/scim/v2/${what}?filter=${encodeURIComponent(filter)}`);
  }

  /** The record that the user is. */
  async record(email: string): Promise<{ roles: string[]; enabled: boolean; displayName: string; teams: string[] }> {
    const { status, body, text } = await this.erp.client.get(`/user/${email}`);
    expect(status, text).toBe(200);
    return body;
  }

  /** Signs a person in, with a password that an administrator has set. */
  async signedIn(email: string): Promise<Record<'browser' | 'token', Client>> {
    await this.erp.client.post('/user', { email, password: PASSWORD });
    const login = { username: email, password: PASSWORD };
    const nobody = clientFor(this.#service.baseUrl, {});
    const session = await nobody.post('/session', login);
    const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const { body } = await nobody.post('/tokens', login);
    return {
      browser: clientFor(this.#service.baseUrl, { cookie }),
      token: clientFor(this.#service.baseUrl, { authorization: `Bearer ${body.access_token}` }),
    };
  }
}

import { scopes } from '../../src/domain/permissions.ts';
import { addKey } from '../../src/features/access/api-keys.ts';
import { type Tenant, tenantByName } from '../../src/features/access/tenant-store.ts';
import type { Database } from '../../src/platform/postgres/database.ts';
import { request } from '../../test/process/process.ts';

type Kept =
  | { readonly key: { readonly scopes: readonly string[]; readonly sourceApps?: readonly string[] } }
  | { readonly role: string; readonly browser?: true }
  | { readonly headers: Readonly<Record<string, string>> };

const KINDS = {
  'admin key': { key: { scopes: ['admin'] } },
  'import key': { key: { scopes: ['import'] } },
  'import key of one source': { key: { scopes: ['import', 'plan'], sourceApps: ['Alpha'] } },
  'plan key': { key: { scopes: ['plan'] } },
  'time key': { key: { scopes: ['time'] } },
  'read key': { key: { scopes: ['read'] } },
  'planner token': { role: 'planner' },
  'timekeeper token': { role: 'timekeeper' },
  'viewer token': { role: 'viewer' },
  'admin token': { role: 'admin' },
  'planner browser': { role: 'planner', browser: true },
  none: { headers: {} },
  'wrong key': { headers: { 'x-api-key': 'os_wrong' } },
  'wrong token': { headers: { authorization: 'Bearer a.b.c' } },
} as const satisfies Readonly<Record<string, Kept>>;

export type CredentialName = keyof typeof KINDS;

/** Half of the requests may do everything: what is refused at the door finds nothing behind it. */
export const CREDENTIALS: readonly CredentialName[] = [
  ...Array.from({ length: 14 }, () => 'admin key' as const),
  ...(Object.keys(KINDS) as CredentialName[]),
];

const PASSWORD = 'a password for the soak';

/** Requests revoke keys, delete users and sign accounts out. A credential that was lost that way is made again. */
export class Credentials {
  readonly #address: string;
  readonly #db: Database;
  readonly #tenant: Tenant;
  readonly #headers = new Map<CredentialName, Promise<Readonly<Record<string, string>>>>();
  renewed = 0;

  private constructor(address: string, db: Database, tenant: Tenant) {
    this.#address = address;
    this.#db = db;
    this.#tenant = tenant;
  }

  static async of(address: string, db: Database, tenantName: string): Promise<Credentials> {
    const tenant = await tenantByName(db, tenantName);
    if (!tenant) throw new Error(`there is no tenant ${tenantName}`);
    return new Credentials(address, db, tenant);
  }

  headers(name: CredentialName): Promise<Readonly<Record<string, string>>> {
    const known = this.#headers.get(name) ?? this.#make(name);
    this.#headers.set(name, known);
    return known;
  }

  /** Whether an answer of 401 means that the credential has to be made again. */
  canBeLost(name: CredentialName): boolean {
    return !('headers' in KINDS[name]);
  }

  /** Several answers may report the same loss: only who saw the newest credential fail makes the next one. */
  async renew(name: CredentialName, seen: Readonly<Record<string, string>>): Promise<void> {
    if ((await this.#headers.get(name)) !== seen) return;
    this.renewed++;
    this.#headers.delete(name);
    await this.headers(name);
  }

  /** A key for the soak itself. */
  async key(wanted: { scopes: readonly string[]; sourceApps?: readonly string[] } = { scopes }): Promise<string> {
    return (await addKey(this.#db, this.#tenant, { name: 'soak', ...wanted }, 'soak')).key;
  }

  async #make(name: CredentialName): Promise<Readonly<Record<string, string>>> {
    const kind: Kept = KINDS[name];
    if ('headers' in kind) return kind.headers;
    if ('key' in kind) return { 'x-api-key': await this.key(kind.key) };
    const key = await this.key();
    const email = `${kind.role}-${this.renewed}-${kind.browser ? 'browser' : 'token'}@soak.example`;
    const user = { email, roles: [kind.role], password: PASSWORD };
    const made = await request(this.#address, key, '/user', user);
    if (made.status !== 200) throw new Error(`${email} was not created: ${JSON.stringify(made.body)}`);
    // Requests with wrong passwords come from the same address.
    await this.#db.query('delete from login_failure');
    // Requests require second factors of roles, and then a password alone opens no session.
    const { id } = this.#tenant;
    await this.#db.query(`update tenant set second_factor_roles = '{}' where id = $1 and second_factor_roles <> '{}'`, [
      id,
    ]);
    const login = { username: email, password: PASSWORD };
    if (kind.browser) return { cookie: await this.#signIn(login), 'sec-fetch-site': 'same-origin' };
    const { status, body } = await request(this.#address, {}, '/tokens', login);
    if (status !== 200) throw new Error(`${email} got no token: ${JSON.stringify(body)}`);
    return { authorization: `Bearer ${body.access_token}` };
  }

  async #signIn(login: object): Promise<string> {
    const answer = await fetch(`${this.#address}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(login),
    });
    const cookie = answer.headers.get('set-cookie')?.split(';')[0];
    if (!cookie) throw new Error(`no session: ${answer.status} ${await answer.text()}`);
    return cookie;
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { CookieBrowser, type Page } from './cookie-browser.ts';

const SCHEMA = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz';
const SQLITE = '/usr/bin/sqlite3';

/** Whether Debian's packages glewlwyd and sqlite3 are installed. */
export const hasGlewlwyd = ['/usr/bin/glewlwyd', SCHEMA, SQLITE].every((file) => existsSync(file));

/** The password of the administrator in the schema that comes with it. */
const ADMINISTRATOR = { username: 'admin', password: 'password' };
const PASSWORD = 'a password at glewlwyd';

/** Glewlwyd, an OpenID Connect server written in C, as Debian packages it. It is set up by its own API. */
export class Glewlwyd {
  readonly clientId = 'openslot';
  readonly clientSecret = 'secret-of-the-client-at-glewlwyd';
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #url: string;
  readonly #administrator = new CookieBrowser();

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#process = child;
    this.#folder = folder;
    this.#url = url;
  }

  static async start(): Promise<Glewlwyd> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-glewlwyd-'));
    const database = path.join(folder, 'glewlwyd.db');
    execFileSync(SQLITE, [database], { input: gunzipSync(readFileSync(SCHEMA)) });
    const port = await freePort();
    await writeFile(path.join(folder, 'glewlwyd.conf'), configuration(port, database));
    const child = spawn('/usr/bin/glewlwyd', ['-c', path.join(folder, 'glewlwyd.conf')], { stdio: 'ignore' });
    const started = new Glewlwyd(child, folder, `http://127.0.0.1:${port}`);
    for (let tries = 0; tries < 100 && !(await started.#isSignedIn()); tries++) await sleep(100);
    await started.#add('mod/plugin/', plugin(started.issuer));
    return started;
  }

  get issuer(): string {
    return `${this.#url}/api/oidc`;
  }

  #isSignedIn(): Promise<boolean> {
    return post(this.#administrator, `${this.#url}/api/auth/`, ADMINISTRATOR).then(
      ({ status }) => status === 200,
      () => false,
    );
  }

  async #add(what: string, body: object): Promise<void> {
    const { status, text } = await post(this.#administrator, `${this.#url}/api/${what}`, body);
    if (status !== 200) throw new Error(`glewlwyd refused ${what}: ${status} ${text}`);
  }

  addClient(redirectUri: string, postLogoutRedirectUri: string): Promise<void> {
    return this.#add('client/', {
      client_id: this.clientId,
      name: 'Openslot',
      enabled: true,
      confidential: true,
      password: this.clientSecret,
      client_secret: this.clientSecret,
      redirect_uri: [redirectUri],
      post_logout_redirect_uri: postLogoutRedirectUri,
      authorization_type: ['code', 'id_token'],
      token_endpoint_auth_method: ['client_secret_basic'],
      scope: [],
    });
  }

  addUser(username: string, name: string, email: string): Promise<void> {
    const scope = ['openid', 'g_profile'];
    return this.#add('user/', { username, name, email, enabled: true, password: PASSWORD, scope });
  }

  /** What its login page does with scripts: signs in, grants the scope, and goes on where the browser came from. */
  async signIn(browser: CookieBrowser, login: URL, username: string, stop: (url: URL) => boolean): Promise<Page> {
    await post(browser, `${this.#url}/api/auth/`, { username, password: PASSWORD });
    await post(browser, `${this.#url}/api/auth/grant/${this.clientId}/`, { scope: 'openid' }, 'PUT');
    return browser.open(`${login.searchParams.get('callback_url')}&g_continue`, {}, stop);
  }

  async close(): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill();
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const post = (browser: CookieBrowser, address: string, body: object, method = 'POST'): Promise<Page> =>
  browser.request(address, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

const freePort = (): Promise<number> =>
  new Promise((settle) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => settle(port));
    });
  });

const configuration = (port: number, database: string): string => `
port=${port}
bind_address="127.0.0.1"
external_url="http://127.0.0.1:${port}"
login_url="login.html"
api_prefix="api"
log_mode="console"
log_level="NONE"
cookie_secure=0
cookie_same_site="empty"
session_expiration=3600
session_key="GLEWLWYD2_SESSION_ID"
admin_session_authentication="cookie"
profile_session_authentication="cookie"
login_api_enabled=true
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="/usr/lib/glewlwyd/user"
client_module_path="/usr/lib/glewlwyd/client"
user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
plugin_module_path="/usr/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database = { type = "sqlite3"; path = "${database}"; };
`;

/** The OpenID Connect module. It sends the address of a person, and never says that it was verified. */
function plugin(issuer: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const parameters = {
    iss: issuer,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 60,
    'refresh-token-rolling': false,
    'allow-non-oidc': true,
    'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true,
    'auth-type-token-enabled': false,
    'auth-type-id-token-enabled': true,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-refresh-enabled': false,
    'auth-type-device-enabled': false,
    scope: [],
    'additional-parameters': [],
    claims: [],
    'email-claim': 'mandatory',
    'email-claim-scope': [],
    'name-claim': 'mandatory',
    'name-claim-scope': [],
    'scope-claim': 'no',
    'subject-type': 'public',
    'pkce-allowed': true,
    'pkce-method-plain-allowed': false,
    'jwks-show': true,
    'jwks-x5c': [],
    'session-management-allowed': true,
    'session-cookie-name': 'GLEWLWYD2_OIDC_SID',
    'session-cookie-expiration': 3600,
    'request-parameter-allow': false,
    'introspection-revocation-allowed': false,
    'register-client-allowed': false,
    'oauth-dpop-allowed': false,
    'resource-allowed': false,
    'oauth-par-allowed': false,
    'oauth-ciba-allowed': false,
    'encrypt-out-token-allow': false,
  };
  return { module: 'oidc', name: 'oidc', display_name: 'OpenID Connect', enabled: true, parameters };
}

import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type ClientMetadata } from 'oidc-provider';
import { type CookieBrowser, formOf, type Page } from './cookie-browser.ts';

type Person = Readonly<Record<string, unknown>>;

/** oidc-provider, the certified OpenID Connect server of npm, on this machine. Its own pages ask for the login and for consent. */
export class RealProvider {
  readonly people = new Map<string, Person>();
  readonly issuer: string;
  readonly #server: http.Server;

  private constructor(server: http.Server, issuer: string) {
    this.#server = server;
    this.issuer = issuer;
  }

  static async start(clients: (issuer: string) => readonly ClientMetadata[]): Promise<RealProvider> {
    const server = http.createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new RealProvider(server, issuer);
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    // It reports on the console that its pages and plain HTTP are for development.
    const { warn, info } = console;
    console.warn = console.info = () => {};
    const provider = new Provider(issuer, {
      clients: [...clients(issuer)],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      scopes: ['openid', 'email', 'profile', 'groups'],
      features: {
        devInteractions: { enabled: true },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
      findAccount: async (_context, id) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...started.people.get(id) }),
      }),
      // Its own connections refuse this machine.
      fetch: (url, options) => {
        const { dispatcher: _, ...rest } = options as RequestInit & { dispatcher?: unknown };
        return fetch(url, rest);
      },
    });
    Object.assign(console, { warn, info });
    provider.proxy = false;
    server.on('request', provider.callback());
    return started;
  }

  /** Goes through the pages of the provider as a person does, and returns where it sends the browser. */
  async signIn(browser: CookieBrowser, login: Page, as: string, stop?: (url: URL) => boolean): Promise<Page> {
    const consent = await browser.submit(formOf(login), { prompt: 'login', login: as, password: 'any' }, stop);
    return consent.text.includes('name="prompt" value="consent"')
      ? browser.submit(formOf(consent), { prompt: 'consent' }, stop)
      : consent;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

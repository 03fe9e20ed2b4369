import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

export interface Token {
  readonly claims: JWTPayload;
  /** How it is signed: with the key that the provider publishes, with another one of the same name, or not at all. */
  readonly signed: 'right' | 'otherKey' | 'none' | 'hmac';
}

/** A provider that answers as a test chooses, also as an honest one never would. It signs with keys of its own. */
export class FakeProvider {
  readonly clientId = 'openslot';
  readonly clientSecret = 'a-secret-of-the-client';
  readonly issuer: string;
  /** The bodies of the requests for tokens. */
  readonly exchanged: URLSearchParams[] = [];
  /** What the ID token of the next exchange says, beside what an honest one says. */
  change: (honest: JWTPayload) => Token = (claims) => ({ claims, signed: 'right' });
  /** Changes of the discovery document. */
  described: Record<string, unknown> = {};
  person: JWTPayload = { sub: 'person-1', email: 'anna@acme.example', email_verified: true };
  nonce = '';
  readonly #server: http.Server;
  readonly #keys: { readonly right: CryptoKey; readonly other: CryptoKey };

  private constructor(server: http.Server, keys: { right: CryptoKey; other: CryptoKey }) {
    this.#server = server;
    this.#keys = keys;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<FakeProvider> {
    const [right, other] = [
      await generateKeyPair('RS256', { extractable: true }),
      await generateKeyPair('RS256', { extractable: true }),
    ];
    const published = { ...(await exportJWK(right.publicKey)), kid: 'right', use: 'sig', alg: 'RS256' };
    const server = http.createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const provider = new FakeProvider(server, { right: right.privateKey, other: other.privateKey });
    server.on('request', async (request, response) => {
      let text = '';
      for await (const part of request) text += part;
      const { status, body } = await provider.#answer(request.url ?? '', text, { keys: [published] });
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    return provider;
  }

  async #answer(path: string, text: string, keys: object): Promise<{ status: number; body: unknown }> {
    if (path === '/.well-known/openid-configuration')
      return { status: 200, body: { ...this.#description(), ...this.described } };
    if (path === '/keys') return { status: 200, body: keys };
    if (path !== '/token') return { status: 404, body: {} };
    this.exchanged.push(new URLSearchParams(text));
    const body = {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: await this.sign(this.change(this.honest())),
    };
    return { status: 200, body };
  }

  #description() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      backchannel_logout_supported: true,
    };
  }

  /** What an honest ID token says. */
  honest(): JWTPayload {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.issuer, aud: this.clientId, iat: now, exp: now + 300, nonce: this.nonce, ...this.person };
  }

  sign({ claims, signed }: Token, header: object = {}): Promise<string> | string {
    if (signed === 'none') return new UnsecuredJWT(claims).encode();
    if (signed === 'hmac')
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(this.clientSecret.padEnd(32, '-')));
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'right', ...header })
      .sign(signed === 'right' ? this.#keys.right : this.#keys.other);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

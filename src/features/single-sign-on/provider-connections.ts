import { createHash } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import type { ClientAuth, Configuration } from 'openid-client';
import type { GuardOptions } from '../../platform/outbound/guard.ts';
import { GuardedFetch, wrongServer } from '../../platform/outbound/guarded-fetch.ts';
import type { Provider } from './provider.ts';

/** How long the description of a provider is used before it is read again. */
const KEEP_MS = 10 * 60_000;
const MOST = 200;
const TIMEOUT_MS = 10_000;

export interface Connection {
  readonly configuration: Configuration;
  /** The keys with which the provider signs. They are read again when a signature names an unknown one, at most every 30 s. */
  readonly keys: JWTVerifyGetKey;
}

/** A provider that does not answer, or not as OpenID Connect requires. The message is for administrators and the log. */
class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/**
 * Connections to identity providers: what their discovery documents say, and their keys. A tenant chooses the address, so requests are guarded;
 * the operator chose that of the installation, which may be on the operator's own network.
 */
export class ProviderConnections {
  readonly #kept = new Map<string, { readonly until: number; readonly connection: Promise<Connection> }>();
  readonly #options: GuardOptions;
  readonly #now: () => Date;
  readonly #ofTenants: GuardedFetch;
  readonly #ofInstallation: GuardedFetch;

  constructor(options: GuardOptions & { readonly now: () => Date }) {
    this.#options = options;
    this.#now = options.now;
    this.#ofTenants = new GuardedFetch({ ...options, timeoutMs: TIMEOUT_MS });
    this.#ofInstallation = new GuardedFetch({ ...options, allowPrivate: true, timeoutMs: TIMEOUT_MS });
  }

  /** Why a tenant cannot use this address of a provider. */
  wrongIssuer(issuer: string): string | undefined {
    const wrong = wrongServer(issuer, this.#options);
    if (wrong !== undefined) return wrong;
    const { search, hash } = new URL(issuer);
    return search === '' && hash === '' ? undefined : 'it must have neither a query nor a fragment';
  }

  /** Reads the description of a provider, or uses the one that was read a short time ago. */
  connect(provider: Provider): Promise<Connection> {
    const name = nameOf(provider);
    const now = this.#now().getTime();
    const kept = this.#kept.get(name);
    if (kept && kept.until > now) return kept.connection;
    const connection = this.#open(provider);
    this.#kept.delete(name);
    this.#kept.set(name, { until: now + KEEP_MS, connection });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    // A failure is not kept: the next person may have more luck.
    connection.catch(() => {
      if (this.#kept.get(name)?.connection === connection) this.#kept.delete(name);
    });
    return connection;
  }

  /** The same, read now: an administrator wants to see what the provider says. */
  reconnect(provider: Provider): Promise<Connection> {
    this.#kept.delete(nameOf(provider));
    return this.connect(provider);
  }

  async #open(provider: Provider): Promise<Connection> {
    const { fetch } = provider.kind === 'installation' ? this.#ofInstallation : this.#ofTenants;
    const wrong =
      provider.kind === 'installation'
        ? wrongServer(provider.issuer, { allowPrivate: true })
        : this.wrongIssuer(provider.issuer);
    if (wrong !== undefined) throw new ProviderUnavailable(`The address of the provider is not allowed: ${wrong}.`);
    // Loaded with the first sign-in: not every installation has a provider.
    const [client, { createRemoteJWKSet, customFetch }] = await Promise.all([import('openid-client'), import('jose')]);
    const configuration = await client
      .discovery(new URL(provider.issuer), provider.clientId, {}, authentication(client, provider), {
        [client.customFetch]: fetch,
        timeout: TIMEOUT_MS / 1000,
        // Addresses are checked by our own fetch, which allows plain HTTP on this machine only. Signatures are always verified.
        execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
      })
      .catch((error: Error) => {
        throw new ProviderUnavailable(explained(error), { cause: error });
      });
    const { jwks_uri: keysAddress, authorization_endpoint, token_endpoint } = configuration.serverMetadata();
    if (!keysAddress || !authorization_endpoint || !token_endpoint)
      throw new ProviderUnavailable(
        'The discovery document lacks jwks_uri, authorization_endpoint or token_endpoint: the address is not that of an OpenID Connect provider.',
      );
    const keys = createRemoteJWKSet(new URL(keysAddress), { [customFetch]: fetch, timeoutDuration: TIMEOUT_MS });
    return { configuration, keys };
  }

  async close(): Promise<void> {
    await this.#ofTenants.close();
    await this.#ofInstallation.close();
  }
}

const nameOf = ({ kind, issuer, clientId, clientSecret = '' }: Provider): string =>
  createHash('sha256')
    .update(JSON.stringify([kind, issuer, clientId, clientSecret]))
    .digest('base64');

/**
 * The default of OpenID Connect: the secret in the Authorization header. A provider that does not support it says so in its description, which is known
 * only when the first token is requested.
 */
function authentication(client: typeof import('openid-client'), { clientSecret }: Provider): ClientAuth {
  if (clientSecret === undefined) return client.None();
  const post = client.ClientSecretPost(clientSecret);
  return (server, metadata, body, headers): void => {
    const { token_endpoint_auth_methods_supported: supported } = server;
    const isPostOnly = supported?.includes('client_secret_post') && !supported.includes('client_secret_basic');
    if (isPostOnly) post(server, metadata, body, headers);
    else {
      const credentials = [metadata.client_id, clientSecret].map(encoded).join(':');
      headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
    }
  };
}

/**
 * RFC 6749 encodes both parts as in a form, and some providers do not decode them. So only those characters are encoded that decoding would change: a
 * secret with - or ~ works with both kinds. The library encodes them all.
 */
const encoded = (text: string): string => text.replace(/[^\x21-\x7e]|[%+:&=]/gu, encodeURIComponent);

/** What went wrong when the description was read, in plain words. */
function explained(error: Error): string {
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'The provider refused the connection.',
    ENOTFOUND: 'The host of the provider does not exist.',
    EAI_AGAIN: 'The host name of the provider cannot be resolved.',
    UND_ERR_CONNECT_TIMEOUT: 'The provider did not respond in time.',
    OAUTH_TIMEOUT: 'The provider did not respond in time.',
    OAUTH_RESPONSE_IS_NOT_CONFORM:
      'There is no discovery document at this address: <issuer>/.well-known/openid-configuration must exist.',
    OAUTH_RESPONSE_IS_NOT_JSON: 'The discovery document is not JSON.',
    OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
      'The discovery document names another issuer. Copy the issuer exactly as the provider writes it.',
  };
  const found = chainOf(error);
  const text = found.map(({ code }) => known[code ?? '']).find((each) => each !== undefined);
  return text ?? `The discovery document of the provider cannot be read: ${found.at(-1)?.message}`;
}

/** An error and its causes, the last one innermost. */
function chainOf(error: unknown): NodeJS.ErrnoException[] {
  const chain: NodeJS.ErrnoException[] = [];
  for (let each = error; each instanceof Error && chain.length < 10; each = each.cause) chain.push(each);
  return chain;
}

export interface HasProviderConnections {
  readonly providerConnections: ProviderConnections;
}

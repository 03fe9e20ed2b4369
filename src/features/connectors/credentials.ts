import { AUTHENTICATION } from '../../domain/connector-support.ts';
import { NotSent, type OutboundClient } from '../../platform/outbound/outbound-client.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import type { Receiver } from './receiver-store.ts';

export const byToken = (type: number): boolean =>
  type === AUTHENTICATION.entra || type === AUTHENTICATION.oauthBody || type === AUTHENTICATION.oauthHeader;

/** A token is requested again this long before it expires, and after this time if its lifetime is unknown. */
const MARGIN_MS = 30_000;
const UNSAID_MS = 300_000;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Authenticates at one receiver. A token is fetched once and kept until it ends or is refused. */
export class Credentials {
  readonly #deps: HasSealer;
  readonly #client: OutboundClient;
  #token: { readonly of: string; readonly header: string; readonly until: number } | undefined;

  constructor(deps: HasSealer, client: OutboundClient) {
    this.#deps = deps;
    this.#client = client;
  }

  /** The value of Authorization, undefined where none is needed. */
  async header(receiver: Receiver, signal: AbortSignal): Promise<string | undefined> {
    const type = receiver.authenticationType;
    const secret = receiver.password === null ? '' : this.#deps.sealer.open(receiver.password);
    if (type === AUTHENTICATION.basic) return `Basic ${base64(`${receiver.login ?? ''}:${secret}`)}`;
    if (!byToken(type)) return undefined;
    const of = JSON.stringify([type, receiver.tokenUri, receiver.login, receiver.password, receiver.oauthScope]);
    if (this.#token?.of !== of || this.#token.until < performance.now())
      this.#token = { of, ...(await this.#fetch(receiver, secret, signal)) };
    return this.#token.header;
  }

  /** The receiver rejected the token: the next one is requested again. */
  forget(): void {
    this.#token = undefined;
  }

  async #fetch(
    { tokenUri, login, oauthScope, authenticationType }: Receiver,
    secret: string,
    signal: AbortSignal,
  ): Promise<{ header: string; until: number }> {
    if (tokenUri === null)
      throw new NotSent('address', 'The connector has no TokenUri, from which tokens are requested.');
    const inHeader = authenticationType === AUTHENTICATION.oauthHeader;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (oauthScope) form.set('scope', oauthScope);
    if (!inHeader) {
      form.set('client_id', login ?? '');
      form.set('client_secret', secret);
    }
    const basic = `Basic ${base64(`${encodeURIComponent(login ?? '')}:${encodeURIComponent(secret)}`)}`;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(inHeader ? { authorization: basic } : {}),
    };
    const { status, answer } = await this.#client.post(tokenUri, headers, form.toString(), signal);
    const token = status === 200 ? tokenIn(answer) : undefined;
    // The response is not quoted: it may contain the token.
    if (!token) throw new NotSent('connection', `The token service returned ${status} without a token.`);
    return { header: `Bearer ${token.value}`, until: performance.now() + token.ms };
  }
}

function tokenIn(text: string): { value: string; ms: number } | undefined {
  try {
    const { access_token, expires_in } = JSON.parse(text) as Record<string, unknown>;
    const seconds = Number(expires_in);
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) return undefined;
    return { value: access_token, ms: seconds > 0 ? Math.max(0, seconds * 1000 - MARGIN_MS) : UNSAID_MS };
  } catch {
    return undefined;
  }
}

import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../domain/errors.ts';
import type { Credential } from '../caller.ts';
import { sessionOf } from './session-cookie.ts';

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Node reads the bytes of a header as Latin-1; most clients mean UTF-8. */
const textHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = header(request, name);
  if (value === undefined || !/[\x80-\xff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
};

/** The headers that carry an API key: ours, and that of a gateway whose clients send nothing else. */
const KEY_HEADERS = { 'x-api-key': 'X-API-KEY', 'ocp-apim-subscription-key': 'Ocp-Apim-Subscription-Key' } as const;

function keyIn(request: FastifyRequest): { readonly name: string; readonly key: string } | undefined {
  const [first, second] = Object.entries(KEY_HEADERS).flatMap(([lower, name]) => {
    const key = header(request, lower);
    return key === undefined ? [] : [{ name, key }];
  });
  if (first && second && first.key !== second.key)
    throw refuse('USR002', `${first.name} and ${second.name} carry different keys. Send one of them.`, second.name);
  return first;
}

/** User name and password on every request, as older clients send them. */
function loginIn(request: FastifyRequest): Credential['login'] {
  const [username, password] = [textHeader(request, 'ds-user'), textHeader(request, 'ds-password')];
  if (username === undefined && password === undefined) return undefined;
  if (username === undefined || password === undefined)
    throw refuse(
      'USR002',
      'DS-USER and DS-PASSWORD must be sent together.',
      username === undefined ? 'DS-USER' : 'DS-PASSWORD',
    );
  return { username, password, address: request.ip };
}

/**
 * The credential of a request. Two of them are refused: which one counts would be a guess. The cookie of a browser is not one of two: it comes
 * by itself, and counts where no other credential is sent. Nor is an Authorization of another scheme beside a key, which a proxy may have asked for.
 */
export function credentialOf(request: FastifyRequest): Credential {
  const key = keyIn(request);
  const login = loginIn(request);
  const authorization = header(request, 'authorization');
  const isToken = /^Bearer\b/i.test(authorization ?? '');
  const sent = [key?.name, isToken ? 'Authorization' : undefined, login && 'DS-USER'].filter(
    (name) => name !== undefined,
  );
  if (sent.length > 1)
    throw refuse('USR002', `The request carries more than one credential: ${sent.join(', ')}. Send one of them.`);
  return { apiKey: key?.key, authorization, login, session: sessionOf(request) };
}

/** Whether a client sent a credential of its own, a good one or not. The cookie of a browser comes by itself. */
export const hasCredential = (request: FastifyRequest): boolean =>
  [...Object.keys(KEY_HEADERS), 'authorization', 'ds-user', 'ds-password'].some(
    (name) => header(request, name) !== undefined,
  );

export const isBySession = ({ apiKey, authorization, login, session }: Credential): boolean =>
  apiKey === undefined && authorization === undefined && login === undefined && session !== undefined;

/** Takes a bearer that is no token (three parts with dots between them) for an API key: some clients can send one in no other way. */
export function withBearerKey(credential: Credential): Credential {
  const bearer = /^Bearer\s+(\S+)$/i.exec(credential.authorization ?? '')?.[1];
  if (bearer === undefined || /^[\w-]+\.[\w-]+\.[\w-]+$/.test(bearer)) return credential;
  return { ...credential, apiKey: bearer, authorization: undefined };
}

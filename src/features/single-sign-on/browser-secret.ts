import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NAME = 'openslot_sso';
const LIFE_SECONDS = 600;
export const ATTEMPT_MS = LIFE_SECONDS * 1000;

/** 256 random bits. */
export const randomSecret = (): string => randomBytes(32).toString('base64url');

/**
 * The secret of a browser that is signing in. The nonce and the PKCE verifier are derived from it and not stored, so that neither a stolen address nor
 * a copy of the database completes a sign-in.
 */
export const nonceOf = (secret: string): string => derived(secret, 'nonce');
export const verifierOf = (secret: string): string => derived(secret, 'pkce');

const derived = (secret: string, use: string): string =>
  createHmac('sha256', secret).update(`openslot sso ${use}`).digest('base64url');

/** Lax, and not Strict: the provider sends the browser back from another site. */
export function setBrowserSecret(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  write(request, reply, secret, LIFE_SECONDS);
}

export const clearBrowserSecret = (request: FastifyRequest, reply: FastifyReply): void => write(request, reply, '', 0);

function write({ protocol }: FastifyRequest, reply: FastifyReply, secret: string, seconds: number): void {
  const isSecure = protocol === 'https';
  reply.header(
    'set-cookie',
    `${NAME}=${secret}; Path=/sso; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  );
}

export const browserSecretOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|;)\\s*${NAME}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];

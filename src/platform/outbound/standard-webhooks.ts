import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A secret in the format of Standard Webhooks, for any implementation of a verifier. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

/** The three headers of Standard Webhooks. While a secret is exchanged there are two signatures, either of which is valid. */
export function signed(
  secrets: readonly string[],
  id: string,
  seconds: number,
  body: string,
): Readonly<Record<string, string>> {
  const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds) };
  if (secrets.length === 0) return headers;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { ...headers, 'webhook-signature': signatures.join(' ') };
}

import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether a delivery comes from the service (Standard Webhooks). Any of the signatures may be the right one. An old timestamp is refused: it may
 * be a delivery that was recorded and is sent again.
 */
export function isGenuine(secret: string, headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const [id, seconds] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (!(Math.abs(Date.now() / 1000 - Number(seconds)) <= 300)) return false;
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((theirs) => theirs.length === own.length && timingSafeEqual(theirs, own));
}

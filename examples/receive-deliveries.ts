/**
 * A receiver for connectors and webhooks: registers itself, verifies every delivery, answers 202 and acknowledges when its work is done.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/receive-deliveries.ts [port]
 *
 * The service must be allowed to reach it: OUTBOUND_ALLOW_PRIVATE=true where both run on one machine.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const url = process.env['OPENSLOT_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OPENSLOT_API_KEY'];
if (!key) {
  console.error('Set OPENSLOT_API_KEY to an API key of your tenant.');
  process.exit(1);
}
const port = Number(process.argv[2] ?? 8099);

async function call(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'X-API-KEY': key as string, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Standard Webhooks: any of the signatures may be the right one, and an old timestamp is somebody who repeats what he has heard. */
function isGenuine(secret: string, headers: Readonly<Record<string, unknown>>, body: string): boolean {
  const [id, seconds] = [headers['webhook-id'], headers['webhook-timestamp']];
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const bytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = createHmac('sha256', bytes).update(`${id}.${seconds}.${body}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((theirs) => theirs.length === own.length && timingSafeEqual(theirs, own));
}

/** A delivery may come more than once. A real receiver keeps the ids together with what it made of them. */
const seen = new Set<string>();
let secret = '';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  if (!isGenuine(secret, request.headers, body)) {
    response.writeHead(401).end();
    return;
  }
  const id = String(request.headers['webhook-id']);
  // Taken, and looked at later.
  response.writeHead(202).end();
  if (seen.has(id)) return;
  seen.add(id);
  const { DatabaseAction, AppointmentNo, Subject } = JSON.parse(body);
  console.log(`${DatabaseAction}  ${AppointmentNo}  ${Subject}`);
  const { ack } = await call(`/deliveries/${id}/ack`, { status: 'processed' });
  console.log(`${AppointmentNo} is ${ack}`);
});

server.listen(port, '127.0.0.1', async () => {
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : port;
  const webhook = await call('/webhooks/AppointmentCreated', {
    notificationURL: `http://127.0.0.1:${taken}/`,
    name: 'example',
  });
  // Shown this once: a real receiver stores it where it stores its other secrets.
  secret = String(webhook['secret']);
  console.log(`registered as webhook ${webhook['id']}`);
});

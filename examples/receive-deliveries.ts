/**
 * A receiver for connectors and webhooks: registers itself, verifies every delivery, answers 202 and acknowledges when its work is done.
 *
 *   OPENSLOT_API_KEY=os_… node --import tsx examples/receive-deliveries.ts [port]
 *
 * The service must be allowed to reach it: OUTBOUND_ALLOW_PRIVATE=true where both run on one machine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from './connect.ts';
import { isGenuine } from './verify-signature.ts';

const client = connect();
const port = Number(process.argv[2] ?? 8099);

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
  const { ack } = await client.connector.acknowledgeDelivery({ path: { id }, body: { status: 'processed' } });
  console.log(`${AppointmentNo} is ${ack}`);
});

server.listen(port, '127.0.0.1', async () => {
  const { port: taken } = server.address() as AddressInfo;
  const webhook = await client.webhook.registerWebhook({
    path: { event: 'AppointmentCreated' },
    body: { notificationURL: `http://127.0.0.1:${taken}/`, name: 'example' },
  });
  // Shown this once: a real receiver stores it where it stores its other secrets.
  secret = webhook.secret;
  console.log(`registered as webhook ${webhook.id}`);
});

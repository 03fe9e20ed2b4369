import { appendFileSync } from 'node:fs';
import http from 'node:http';

// A back office on a bad day: node flaky-receiver.mjs <port> <file> <share that fails>.
// Every delivery is written down before it is answered, so that what was received stays known when this process is killed.
const [port = '0', file = '', share = '0'] = process.argv.slice(2);

const server = http.createServer(async (request, response) => {
  let text = '';
  for await (const part of request) text += part;
  const { AppointmentGuid, ChangeNumber, DatabaseAction, Subject, Id } = JSON.parse(text);
  const id = request.headers['webhook-id'];
  appendFileSync(
    file,
    `${JSON.stringify({ id, record: Id, guid: AppointmentGuid, change: ChangeNumber, action: DatabaseAction, subject: Subject, bytes: text })}\n`,
  );
  if (Math.random() >= Number(share)) {
    response.end('well');
    return;
  }
  const ways = [
    () => response.writeHead(500).end('broken'),
    () => request.socket.destroy(),
    () => setTimeout(() => response.end('at last'), 400),
    () => response.writeHead(503, { 'retry-after': '1' }).end(),
    () => response.writeHead(400).end('not like this'),
    // Half an answer.
    () => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => request.socket.destroy(), 10);
    },
  ];
  ways[Math.floor(Math.random() * ways.length)]();
});
server.listen(Number(port), '127.0.0.1', () => console.log(`listening on ${server.address().port}.`));

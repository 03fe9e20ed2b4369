/**
 * Sends 200 requests at once that are small on the wire and large when they are unpacked, and prints how they were answered. A process of its
 * own: what it takes to send them must not count for the service.
 */
import http from 'node:http';
import { gzipSync } from 'node:zlib';

const [, , address, key] = process.argv;
const SIZE = 33_000_000;

const marks = gzipSync(`{"username":"${'\\u0315\\u0300\\u05ae\\u0301'.repeat(200_000)}","password":"x"}`);
const repeated = (open, unit, close) =>
  gzipSync(`${open}${unit.repeat(Math.floor((SIZE - 100) / unit.length))}${close}`);
const large = [
  repeated('["', 'a', '"]'),
  repeated('[', '{},', '{}]'),
  repeated('[', ' ', ']'),
  repeated('{"username":"', '\\u0315\\u0300\\u05ae\\u0301', '","password":"x"}'),
  repeated('[', '{"StoredProcedureName":"x","ParameterNames":["a","b"],"ParameterValues":["c","d"]},', '{}]'),
];

const routes = [
  ['/session', {}, [marks]],
  ['/tokens', {}, [marks]],
  ['/session', {}, large],
  ['/tokens', {}, large],
  ['/import', {}, large],
  ['/import', { 'x-api-key': 'os_wrong' }, large],
  ['/import', { 'x-api-key': key }, large],
  ['/import', { 'x-api-key': key }, large],
];

const send = (path, headers, body) =>
  new Promise((resolve) => {
    const request = http.request(
      `${address}${path}`,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'content-length': body.length,
          ...headers,
        },
      },
      (response) => {
        response.resume();
        response.once('end', () =>
          resolve(`${headers['x-api-key'] === key ? 'key ' : ''}${path} ${response.statusCode}`),
        );
      },
    );
    request.once('error', (error) => resolve(`${path} ${error.code}`));
    request.end(body);
  });

process.stdout.write('ready\n');
process.stdin.once('data', async () => {
  const requests = Array.from({ length: 200 }, (_, i) => {
    const [path, headers, bodies] = routes[i % routes.length];
    return send(path, headers, bodies[Math.floor(i / routes.length) % bodies.length]);
  });
  const answers = {};
  for (const answer of await Promise.all(requests)) answers[answer] = (answers[answer] ?? 0) + 1;
  process.stdout.write(`${JSON.stringify(answers)}\n`);
  process.exit(0);
});

import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver that does nothing but take what it gets. A process of its own, as a back office is. It tells when the awaited number has come, and the
 * moment at which the last one did.
 */
let wanted = 0;
let count = 0;

process.on('message', (number: number) => {
  wanted = number;
  count = 0;
  process.send?.('counting');
});

const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.end('ok');
    if (++count === wanted) process.send?.({ last: performance.timeOrigin + performance.now() });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

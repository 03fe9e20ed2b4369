import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

test('a service stops at once although a connection is open that never sent a request, and one that sent half', async () => {
  const service = await startService();
  const { hostname, port } = new URL(service.baseUrl);
  const sockets = ['', 'GET /health/live HTTP/1.1\r\nHost: x\r\n'].map((sent) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(sent));
    socket.on('error', () => {});
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  const began = performance.now();
  await service.close();
  await ended;
  expect(performance.now() - began).toBeLessThan(30_000);
});

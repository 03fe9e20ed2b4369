import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EventClient } from '../support/event-client.ts';
import { eventually } from '../support/eventually.ts';
import { type Environment, jobs, Place, request, type Service } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const STREAMS = 200;
const key = 'the key of the live tests';
const headers = { 'x-api-key': key };

let shared: SharedDatabase;
let places: Place[] = [];
let clients: EventClient[] = [];
beforeEach(async () => {
  shared = await SharedDatabase.make();
});
afterEach(async () => {
  for (const client of clients) client.close();
  clients = [];
  for (const each of places) await each.remove();
  places = [];
  await shared.remove();
});

async function startNode(env: Environment = {}): Promise<Service> {
  const own = await Place.make();
  places.push(own);
  return own.start({ DATABASE_URL: shared.url, BOOTSTRAP_API_KEY: key, ...env });
}

async function freePort(): Promise<string> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((closed) => server.close(closed));
  return String(port);
}

/** Clients that come again by themselves, wherever the service is now. */
async function watch(count: number, address: (i: number) => string): Promise<EventClient[]> {
  clients = Array.from(
    { length: count },
    (_, i) => new EventClient(() => `${address(i)}/changes/stream?entity=Job`, headers, { again: true }),
  );
  await Promise.all(clients.map((client) => client.isOpen()));
  return clients;
}

interface Writer {
  stop(): Promise<number>;
  /** The last batch and its answer: what to look at when nothing arrives. */
  last(): string;
}

/** Writes small batches until it is stopped; a batch that was cut off is sent again, which is one and the same batch. */
function keepWriting(address: () => string): Writer {
  let writing = true;
  let last = 'nothing was sent';
  const done = (async () => {
    let batches = 0;
    while (writing) {
      const batch = jobs(`w${batches}`, 5);
      const own = { ...headers, 'idempotency-key': `w${batches}` };
      const to = address();
      last = `batch ${batches} at ${to}: no answer yet`;
      const sent = await request(to, own, '/import', batch).catch((error: Error) => error.message);
      last = `batch ${batches} at ${to}: ${JSON.stringify(sent)}`;
      if (typeof sent !== 'string' && sent.status === 200) batches++;
      await delay(20);
    }
    return batches * 5;
  })();
  return {
    stop: () => {
      writing = false;
      return done;
    },
    last: () => last,
  };
}

/** Waits until every client has seen so many changes. */
async function allHave(writer: Writer, count: number, what: string): Promise<void> {
  await Promise.all(clients.map((client) => client.until(() => client.numbers().length >= count, what))).catch(
    (error: Error) => {
      throw new Error(`${error.message}; ${writer.last()}`);
    },
  );
}

async function expectEverythingOnce(address: string, written: number): Promise<void> {
  await Promise.all(clients.map((client) => client.until(() => client.numbers().length >= written, 'all changes', 60)));
  const { body } = await request(address, key, `/changes?entity=Job&limit=10000`);
  const numbers = body.changes.map((change: { number: number }) => change.number);
  expect(numbers).toHaveLength(written);
  for (const client of clients) {
    expect(client.numbers()).toEqual(numbers);
    expect(client.named('reset')).toEqual([]);
  }
}

describe(`${STREAMS} clients have every change exactly once and in order`, () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('over a restart of the service by %s', async (signal) => {
    const env = { PORT: await freePort() };
    const first = await startNode(env);
    await watch(STREAMS, () => first.address);
    const writer = keepWriting(() => first.address);
    await allHave(writer, 20, 'some changes');

    first.kill(signal);
    const { code } = await first.ended;
    // Streams that are open do not hold up a stop.
    if (signal === 'SIGTERM') expect(code).toBe(0);
    const second = await startNode(env);
    expect(second.address).toBe(first.address);
    await Promise.all(clients.map((client) => client.until(({ connections }) => connections > 1, 'the second start')));
    const seen = Math.max(...clients.map((client) => client.numbers().length));
    await allHave(writer, seen + 21, 'more changes');

    await expectEverythingOnce(second.address, await writer.stop());
    expect(`${first.stderr()}${second.stderr()}`).toBe('');
  });

  test('on two nodes, whichever of them is written to, and with one of them dying', async () => {
    const [first, second] = [await startNode(), await startNode()];
    let isDead = false;
    await watch(20, (i) => (i % 2 === 0 || isDead ? first : second).address);
    let turn = 0;
    const writer = keepWriting(() => (turn++ % 2 === 0 || isDead ? first : second).address);
    await allHave(writer, 40, 'some changes');
    isDead = true;
    second.kill('SIGKILL');
    await allHave(writer, 80, 'more changes');
    await expectEverythingOnce(first.address, await writer.stop());
  });

  test('when the database breaks all connections', async () => {
    const node = await startNode();
    await watch(20, () => node.address);
    const writer = keepWriting(() => node.address);
    for (let round = 1; round <= 3; round++) {
      await allHave(writer, round * 30, 'changes');
      await shared.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
    }
    await expectEverythingOnce(node.address, await writer.stop());
    // They stayed connected.
    expect(clients.map(({ connections }) => connections)).toEqual(clients.map(() => 1));
  });
});

describe('a message', () => {
  test('written on one node pops up on the other, and a node that stopped has no receivers', async () => {
    const [first, second] = [await startNode(), await startNode()];
    await watch(4, (i) => (i % 2 === 0 ? first : second).address);
    const sent = await request(first.address, key, '/message', { text: 'Lunch' });
    expect(sent).toMatchObject({ status: 200, body: { receivers: 4 } });
    await Promise.all(clients.map((client) => client.until(() => client.named('message').length === 1, 'the message')));
    for (const client of clients) client.close();
    second.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
    await eventually(async () =>
      expect((await request(first.address, key, '/message', { text: 'Anybody?' })).body.receivers).toBe(0),
    );
  });
});

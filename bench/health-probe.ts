import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls an address every few milliseconds until it is told to stop, and then tells how long each call took. A process of
 * its own: what keeps the load generator busy must not look like a slow service.
 */
const [address = '', interval = '5'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const taken: number[] = [];
let failures = 0;
let stopping = false;

const call = (): Promise<void> =>
  new Promise((settle) => {
    const began = performance.now();
    const done = (ok: boolean): void => {
      if (ok) taken.push(performance.now() - began);
      else failures++;
      settle();
    };
    get(address, { agent }, (response) => {
      response.resume();
      response.on('end', () => done(response.statusCode === 200));
      response.on('error', () => done(false));
    }).on('error', () => done(false));
  });

process.on('message', () => {
  stopping = true;
});

// Connecting and compiling belong to the probe, not to what is measured.
for (let warmUp = 0; warmUp < 20; warmUp++) await call();
taken.length = 0;
process.send?.('ready');
while (!stopping) {
  await call();
  await delay(Number(interval));
}
process.send?.({ taken, failures }, () => process.exit(0));

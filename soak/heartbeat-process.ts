import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls an address every 50 ms over one connection of its own, and reports each latency. A process of its own: what keeps the sender of
 * requests busy must not look like a stalled service. The kernel counts how long a thread that could run had to wait for a core; that time
 * belongs to the machine, and is reported beside the latency.
 */
const [address = '', pid = '0', interval = '50'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function waitedMs(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}
const waited = (): number => waitedMs(`/proc/${pid}/task/${pid}/schedstat`) + waitedMs('/proc/self/schedstat');

/** A service that does not answer at all is seen by the requests. */
const call = (): Promise<void> =>
  new Promise((settle) => {
    get(address, { agent }, (response) => {
      response.resume();
      response.on('end', () => settle());
      response.on('error', () => settle());
    }).on('error', () => settle());
  });

let stopping = false;
process.on('message', () => {
  stopping = true;
});
process.on('disconnect', () => process.exit(0));

// Connecting and compiling belong to this process, not to what is measured.
for (let warmUp = 0; warmUp < 20; warmUp++) await call();
process.send?.('ready');
while (!stopping) {
  const before = waited();
  const began = performance.now();
  await call();
  const ms = performance.now() - began;
  process.send?.({ at: Date.now(), ms, waitedMs: waited() - before });
  await delay(Math.max(0, Number(interval) - ms));
}
process.exit(0);

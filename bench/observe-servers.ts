/**
 * Four servers of one process for bench/observe.ts, which differ only in metrics and traces. They share the compiled code, the heap, the database
 * connections and the processor, so that nothing else can differ.
 */
import type { AddressInfo } from 'node:net';
import { addressOf, compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Deps } from '../src/deps.ts';
import { makeLog } from '../src/platform/log.ts';
import { startTracing } from '../src/platform/tracing/otlp.ts';
import { buildServer } from '../src/server.ts';
import { version } from '../src/version.ts';

/** Spans are sent as soon as so many wait: bench/observe.ts sends multiples of it. Fewer than by default, so each span costs more here. */
export const SPANS_SENT_TOGETHER = 64;
const NEVER_MS = 600_000;

async function start(collector: string): Promise<void> {
  const config = readConfig(process.env);
  const { deps } = await compose(config, makeLog(config.logLevel));
  const stopping = new AbortController().signal;
  const listen = async (own: Deps): Promise<string> => {
    const app = await buildServer({ deps: own, version, stopping });
    await app.listen({ host: '127.0.0.1', port: 0 });
    return addressOf('127.0.0.1', (app.server.address() as AddressInfo).port);
  };
  const { metrics: _, ...without } = deps;
  const addresses = [await listen(without), await listen(without), await listen(deps)];
  // From here on: a server that was built before has no hook for spans.
  await startTracing(
    {
      endpoint: collector,
      headers: {},
      serviceName: 'openslot',
      version,
      sampler: config.otelSampler,
      ratio: config.otelRatio,
      delayMs: NEVER_MS,
      queueSize: config.otelQueueSize,
      batchSize: SPANS_SENT_TOGETHER,
    },
    deps.outages,
  );
  addresses.push(await listen(deps));
  process.send?.(addresses);
}

const [collector] = process.argv.slice(2);
if (collector !== undefined && process.send) await start(collector);

import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Outages } from '../outages.ts';
import { type SamplerName, samplerOf } from './samplers.ts';
import type { TraceContext } from './trace-context.ts';
import { type SpanOptions, setTracer, type Tracer } from './tracing.ts';

export interface TracingOptions {
  /** Of the collector, without /v1/traces. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly version: string;
  readonly sampler: SamplerName;
  /** For samplers of a share, from 0 to 1. */
  readonly ratio: number;
  readonly delayMs: number;
  readonly queueSize: number;
  readonly batchSize: number;
}

const SENDING = 'sending traces';
/** How long a stop waits for what is not sent yet. */
const LAST_SEND_MS = 5000;

/** Loads OpenTelemetry, and sends spans to a collector from now on. Returns a function that sends the rest and ends. */
export async function startTracing(options: TracingOptions, outages: Outages): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: { ...options.headers },
    timeoutMillis: LAST_SEND_MS,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
      'service.instance.id': String(process.pid),
    }),
    sampler: samplerOf(sdk, options.sampler, options.ratio),
    // Given one by one: this SDK does not read them from the environment itself.
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reporting(exporter, outages),
        scheduledDelayMillis: options.delayMs,
        maxQueueSize: options.queueSize,
        maxExportBatchSize: Math.min(options.batchSize, options.queueSize),
      }),
    ],
  });
  setTracer(tracerOf(api, provider.getTracer('openslot', options.version)));
  return async () => {
    setTracer(undefined);
    await provider.shutdown().catch(() => {});
  };
}

type Api = typeof import('@opentelemetry/api');

function tracerOf(
  api: Api,
  made: ReturnType<InstanceType<typeof import('@opentelemetry/sdk-trace').TracerProvider>['getTracer']>,
): Tracer {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api;
  const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, client: SpanKind.CLIENT };
  const contextOf = (parent: TraceContext | undefined) =>
    parent
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.spanId,
          traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        })
      : ROOT_CONTEXT;
  return {
    start({ name, kind, parent, attributes }: SpanOptions) {
      const span = made.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
      const { traceId, spanId, traceFlags } = span.spanContext();
      return {
        context: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
        set: (attribute, value) => void span.setAttribute(attribute, value),
        end(hasFailed) {
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
  };
}

/** A collector that is away is one line in the log; the spans of that time are lost. */
const reporting = (exporter: SpanExporter, outages: Outages): SpanExporter => ({
  export(spans, done) {
    exporter.export(spans, (result) => {
      if (result.error) outages.failed(SENDING, { reason: result.error.message });
      else outages.worked(SENDING);
      done(result);
    });
  },
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
});

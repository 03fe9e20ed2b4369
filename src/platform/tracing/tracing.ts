import { type TraceContext, writeTraceParent } from './trace-context.ts';

/** Words of ours and numbers, never data of a tenant. */
type SpanAttributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  readonly name: string;
  readonly kind: 'server' | 'consumer' | 'client';
  /** Where the cause is known; otherwise a new trace begins. */
  readonly parent: TraceContext | undefined;
  readonly attributes: SpanAttributes;
}

export interface OpenSpan {
  readonly context: TraceContext;
  set(name: string, value: string | number): void;
  end(hasFailed: boolean): void;
}

/** Makes spans; otlp.ts has the one that sends them. */
export interface Tracer {
  start(options: SpanOptions): OpenSpan;
}

let tracer: Tracer | undefined;

/** One process has one tracer, or none: then nothing below costs more than a comparison. */
export function setTracer(made: Tracer | undefined): void {
  tracer = made;
}

export const isTracing = (): boolean => tracer !== undefined;

export const startSpan = (options: SpanOptions): OpenSpan | undefined => tracer?.start(options);

/**
 * The work in a span of its own, or just the work. It gets the span as a trace parent, and hands it to what it causes: an AsyncLocalStorage would
 * find it by itself, but makes every promise of the process slower in Node.js 20 and 22.
 */
export async function inSpan<T>(
  options: () => SpanOptions,
  work: (traceParent: string | undefined, span: OpenSpan | undefined) => Promise<T>,
): Promise<T> {
  const span = tracer?.start(options());
  if (!span) return work(undefined, undefined);
  let hasFailed = true;
  try {
    const result = await work(writeTraceParent(span.context), span);
    hasFailed = false;
    return result;
  } finally {
    span.end(hasFailed);
  }
}

/** The headers that continue a trace at a receiver. */
export const traceHeaders = (traceParent: string | null | undefined): Readonly<Record<string, string>> =>
  traceParent ? { traceparent: traceParent } : {};

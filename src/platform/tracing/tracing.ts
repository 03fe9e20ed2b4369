import { AsyncLocalStorage } from 'node:async_hooks';
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

const spans = new AsyncLocalStorage<OpenSpan>();
let tracer: Tracer | undefined;

/** One process has one tracer, or none: then nothing below costs more than a comparison. */
export function setTracer(made: Tracer | undefined): void {
  tracer = made;
}

export const isTracing = (): boolean => tracer !== undefined;

/** What goes into the header traceparent of a request that is sent now, or beside a job that is queued now. */
export function currentTraceParent(): string | undefined {
  const span = tracer && spans.getStore();
  return span && writeTraceParent(span.context);
}

export const startSpan = (options: SpanOptions): OpenSpan | undefined => tracer?.start(options);

/** What runs from here on belongs to the span. */
export const withSpan = <T>(span: OpenSpan, work: () => T): T => spans.run(span, work);

/** The work in a span of its own, or just the work. */
export async function inSpan<T>(options: () => SpanOptions, work: (span?: OpenSpan) => Promise<T>): Promise<T> {
  const span = tracer?.start(options());
  if (!span) return work();
  let hasFailed = true;
  try {
    const result = await spans.run(span, () => work(span));
    hasFailed = false;
    return result;
  } finally {
    span.end(hasFailed);
  }
}

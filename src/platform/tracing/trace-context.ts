/** The W3C trace context: which trace a request belongs to, the span that caused it, and whether it is recorded. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A later version may add parts at the end; version ff is not allowed, nor are ids of zeros. */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.{0,200})?$/;

/** Undefined for a header that is missing or not valid: then a new trace begins. */
export function readTraceParent(header: string | null | undefined): TraceContext | undefined {
  const found = TRACE_PARENT.exec(header?.trim() ?? '');
  if (!found) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = found;
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const writeTraceParent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

import { expect, test } from 'vitest';
import { readTraceParent, writeTraceParent } from '../../src/platform/tracing/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test('a valid trace context is read, and written as it was', () => {
  for (const flags of ['01', '00'])
    expect(writeTraceParent(readTraceParent(`00-${TRACE}-${SPAN}-${flags}`)!)).toBe(`00-${TRACE}-${SPAN}-${flags}`);
});

test('of a later version the known parts are read, and unknown flags are dropped', () => {
  expect(readTraceParent(`01-${TRACE}-${SPAN}-03-more`)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled: true });
});

test.each([
  undefined,
  null,
  '',
  'hello',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01\nx: y`,
])('%j is none: a new trace begins', (header) => {
  expect(readTraceParent(header)).toBeUndefined();
});

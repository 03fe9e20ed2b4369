import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api';
import * as sdk from '@opentelemetry/sdk-trace';
import { describe, expect, test } from 'vitest';
import { type SamplerName, samplerNames, samplerOf } from '../../src/platform/tracing/samplers.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** Whether a trace is recorded that begins here, whose client records it, and whose client does not. */
function recorded(name: SamplerName, ratio: number): readonly boolean[] {
  const sampler = samplerOf(sdk, name, ratio);
  const from = (traceFlags: TraceFlags) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId: TRACE, spanId: '00f067aa0ba902b7', traceFlags, isRemote: true });
  return [ROOT_CONTEXT, from(TraceFlags.SAMPLED), from(TraceFlags.NONE)].map((context) => {
    const { decision } = sampler.shouldSample(context, TRACE, 'GET /job', SpanKind.SERVER, {}, []);
    return decision === sdk.SamplingDecision.RECORD_AND_SAMPLED;
  });
}

describe('a sampler', () => {
  const expected: Readonly<Record<SamplerName, readonly (readonly boolean[])[]>> = {
    always_on: [
      [true, true, true],
      [true, true, true],
    ],
    always_off: [
      [false, false, false],
      [false, false, false],
    ],
    traceidratio: [
      [false, false, false],
      [true, true, true],
    ],
    parentbased_always_on: [
      [true, true, false],
      [true, true, false],
    ],
    parentbased_always_off: [
      [false, true, false],
      [false, true, false],
    ],
    parentbased_traceidratio: [
      [false, true, false],
      [true, true, false],
    ],
  };

  test.each(samplerNames)('%s records what OpenTelemetry says, with a share of 0 and of 1', (name) => {
    expect([recorded(name, 0), recorded(name, 1)]).toEqual(expected[name]);
  });

  test('of a share records about that share of the traces', () => {
    const sampler = samplerOf(sdk, 'parentbased_traceidratio', 0.1);
    const ids = Array.from({ length: 5000 }, (_, at) =>
      (BigInt(at + 1) * 0x9e3779b97f4a7c15f39cc0605cedc835n).toString(16),
    );
    const kept = ids.filter((id) => {
      const traceId = id.slice(-32).padStart(32, '0');
      const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, 'GET /job', SpanKind.SERVER, {}, []);
      return decision === sdk.SamplingDecision.RECORD_AND_SAMPLED;
    });
    expect(kept.length / ids.length).toBeGreaterThan(0.08);
    expect(kept.length / ids.length).toBeLessThan(0.12);
  });
});

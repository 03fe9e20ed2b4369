import type { Sampler } from '@opentelemetry/sdk-trace';

type Sdk = typeof import('@opentelemetry/sdk-trace');

/** As OpenTelemetry names them for every service (OTEL_TRACES_SAMPLER). */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof samplerNames)[number];

/** A parent-based one follows the decision of who sends a trace context, and decides for the traces that begin here. */
export function samplerOf(sdk: Sdk, name: SamplerName, ratio: number): Sampler {
  const root = name.endsWith('always_on')
    ? new sdk.AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new sdk.AlwaysOffSampler()
      : new sdk.TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new sdk.ParentBasedSampler({ root }) : root;
}

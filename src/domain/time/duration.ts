import { Temporal } from 'temporal-polyfill';

/** Milliseconds of an ISO 8601 duration such as PT1H30M; undefined where it is none, or has years and months, whose length is not fixed. */
export function durationMs(text: string): number | undefined {
  try {
    const duration = Temporal.Duration.from(text.trim());
    if (duration.years !== 0 || duration.months !== 0) return undefined;
    return duration.total({ unit: 'milliseconds', relativeTo: Temporal.PlainDate.from('2000-01-01') });
  } catch {
    return undefined;
  }
}

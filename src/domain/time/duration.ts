import { Temporal } from 'temporal-polyfill';

/** Nearly all that clients send: hours and minutes. Any other duration takes a hundred times as long. */
const USUAL = /^PT(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?$/;

/** Milliseconds of an ISO 8601 duration such as PT1H30M; undefined where it is none, or has years and months, whose length is not fixed. */
export function durationMs(text: string): number | undefined {
  const usual = USUAL.exec(text);
  if (usual) return (Number(usual[1] ?? 0) * 60 + Number(usual[2] ?? 0)) * 60_000;
  try {
    const duration = Temporal.Duration.from(text.trim());
    if (duration.years !== 0 || duration.months !== 0) return undefined;
    return duration.total({ unit: 'milliseconds', relativeTo: Temporal.PlainDate.from('2000-01-01') });
  } catch {
    return undefined;
  }
}

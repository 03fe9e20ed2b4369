/** Lengths of time as .NET clients write them: `[-][d.]hh:mm[:ss[.fffffff]]`, or a whole number of 100 ns ticks. */
const PATTERN = /^(-)?(?:(\d{1,8})\.)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?$/;
const TICKS_PER_MS = 10_000;

/** Milliseconds, or undefined when the text is no time span. */
export function parseTimeSpan(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed)) {
    const ms = Number(trimmed) / TICKS_PER_MS;
    return Number.isSafeInteger(Math.trunc(ms)) ? Math.trunc(ms) : undefined;
  }
  const found = PATTERN.exec(trimmed);
  if (!found) return undefined;
  const [, minus, days = '0', hours, minutes, seconds = '0', fraction = ''] = found;
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const ms =
    ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 +
    Number(seconds) * 1000 +
    Math.trunc(Number(`0.${fraction || '0'}`) * 1000 + 1e-6);
  return minus ? -ms : ms;
}

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

export function formatTimeSpan(ms: number): string {
  const size = Math.abs(ms);
  const days = Math.floor(size / 86_400_000);
  const rest = size % 86_400_000;
  const clock = [
    Math.floor(rest / 3_600_000),
    Math.floor((rest % 3_600_000) / 60_000),
    Math.floor((rest % 60_000) / 1000),
  ];
  const fraction = rest % 1000;
  return `${ms < 0 ? '-' : ''}${days > 0 ? `${days}.` : ''}${clock.map(two).join(':')}${
    fraction ? `.${String(fraction).padStart(3, '0')}` : ''
  }`;
}

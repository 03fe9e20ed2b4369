/** The longest lag that the service accepts, some thirty years. */
const LONGEST_LAG_SECONDS = 1_000_000_000;

/** A lag as it is typed: 1:30, 48:00, -0:15, with seconds only where it has some. */
export function lagAsTyped(seconds: number): string {
  const [sign, rest] = seconds < 0 ? ['-', -seconds] : ['', seconds];
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${sign}${Math.floor(rest / 3600)}:${two(Math.floor(rest / 60) % 60)}`;
  return rest % 60 === 0 ? clock : `${clock}:${two(rest % 60)}`;
}

/** Parses 1:30, 1:30:15, 1.5, 1,5 or 1 as hours; with a minus the two may overlap. Undefined for what is no lag, or too long a one. */
export function secondsOfLag(typed: string): number | undefined {
  const found = /^([-−]?)(\d{1,6})(?::([0-5]\d)(?::([0-5]\d))?|[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!found) return undefined;
  const [, sign, hours, minutes = '0', seconds = '0', part = '0'] = found;
  const rest = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Math.round(Number(`0.${part}`) * 3600);
  if (rest > LONGEST_LAG_SECONDS) return undefined;
  return sign && rest > 0 ? -rest : rest;
}

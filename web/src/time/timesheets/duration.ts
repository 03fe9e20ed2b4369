const DAY = 86_400;

/** Seconds of what somebody typed: 3:35, 3.5, 3,5 or 3. Undefined where it is no length of time within a day, or none at all. */
export function secondsIn(typed: string): number | undefined {
  const text = typed.trim();
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  const hours = /^\d{1,2}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
  const seconds = clock ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 : hours && Math.round(hours * 60) * 60;
  return seconds !== undefined && seconds > 0 && seconds <= DAY ? seconds : undefined;
}

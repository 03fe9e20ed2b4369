const DAY = 86_400;

/** Parses 3:35, 3.5, 3,5 or 3 as seconds. Undefined unless it is above 0 and at most a day. */
export function secondsIn(typed: string): number | undefined {
  const text = typed.trim();
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  const hours = /^\d{1,2}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : undefined;
  const seconds = clock ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 : hours && Math.round(hours * 60) * 60;
  return seconds !== undefined && seconds > 0 && seconds <= DAY ? seconds : undefined;
}

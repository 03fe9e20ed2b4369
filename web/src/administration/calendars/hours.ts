/** From `HH:mm` to `HH:mm`, at most `24:00`. */
export interface Hours {
  readonly start: string;
  readonly end: string;
}

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?$/;

function clockOf(text: string): string | undefined {
  const found = CLOCK.exec(text.trim());
  if (!found) return undefined;
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? 0)];
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return undefined;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

/** Parses hours such as `8-12, 13:00–17:30`. An empty text means closed; undefined means invalid or overlapping. */
export function readHours(text: string): readonly Hours[] | undefined {
  const parts = text.split(/[,;]/).filter((part) => part.trim() !== '');
  const read: Hours[] = [];
  for (const part of parts) {
    const [start, end, ...more] = part.split(/[-–—]/).map(clockOf);
    if (start === undefined || end === undefined || more.length > 0 || start >= end) return undefined;
    read.push({ start, end });
  }
  read.sort((a, b) => (a.start < b.start ? -1 : 1));
  return read.some(({ start }, at) => at > 0 && start < (read[at - 1]?.end ?? '')) ? undefined : read;
}

/** Formats hours for display. */
export const writeHours = (hours: readonly Hours[]): string =>
  hours.map(({ start, end }) => `${start}–${end}`).join(', ');

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

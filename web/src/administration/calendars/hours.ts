import { timeAsTyped, timeFromText } from '../../dates/typing.ts';

/** From `HH:mm` to `HH:mm`, at most `24:00`. */
export interface Hours {
  readonly start: string;
  readonly end: string;
}

const MIDNIGHT = '24:00';
/** A time; at the end of hours midnight is 24:00, however it is typed. */
const clockOf = (text: string, at: number): string | undefined => {
  const clock = /^\s*24(?:[:.h]?00)?\s*$/.test(text) ? MIDNIGHT : timeFromText(text);
  return at === 1 && clock === '00:00' ? MIDNIGHT : clock;
};

/** Parses hours such as `8-12, 13:00–17:30` or `8 AM–12 PM`. An empty text means closed; undefined means invalid or overlapping. */
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

/** Formats hours as the user writes times. */
export const writeHours = (hours: readonly Hours[]): string =>
  hours.map(({ start, end }) => `${timeAsTyped(start)}–${timeAsTyped(end)}`).join(', ');

export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

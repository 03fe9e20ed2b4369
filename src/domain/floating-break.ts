import { type ErrorDetail, errorDetail } from './errors.ts';

const MINUTE = 60;

/** Seconds of the wall clock since midnight; a stored time of day is `hh:mm:ss`, with or without milliseconds. */
export function secondsOfClock(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3600 + minutes * MINUTE + Math.floor(seconds);
}

/** What is wrong with a break whose place in a window is open. */
export function refusalOfBreak(
  durationInSeconds: number,
  earliestStart: string,
  latestEnd: string,
): ErrorDetail | undefined {
  const window = secondsOfClock(latestEnd) - secondsOfClock(earliestStart);
  if (window <= 0) return errorDetail('APP010', 'LatestEnd must be after EarliestStart, on the same day.', 'LatestEnd');
  if (window >= durationInSeconds) return undefined;
  return errorDetail(
    'APP010',
    `The break takes ${durationInSeconds} seconds, but its window has only ${window}. Send a later LatestEnd or a shorter break.`,
    'LatestEnd',
  );
}

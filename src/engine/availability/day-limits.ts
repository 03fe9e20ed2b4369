/** A day of the resource's clock on which only so much may be booked. */
export interface LimitedDay {
  /** Minutes since the epoch, from the first to before that of the next day. */
  readonly from: number;
  readonly till: number;
  /** Minutes that may still be booked. */
  readonly left: number;
}

/**
 * Where within a run of minutes work of some length may start so that no day gets more than may be booked on it. What crosses midnight counts on
 * each day with the part that lies there. As a start moves over a day, that part grows, stays and shrinks again; so the starts with which
 * a day gets too much are one run, and what is allowed lies between those runs. Days are in order.
 */
export function startsWithin(
  days: readonly LimitedDay[],
  first: number,
  last: number,
  minutes: number,
  visit: (first: number, last: number) => void,
): void {
  let at = first;
  for (let i = firstEndingAfter(days, first); i < days.length; i++) {
    const { from, till, left: more } = days[i] as LimitedDay;
    const left = Math.max(0, more);
    if (minutes <= left || till - from <= left) continue;
    const tooMuch = from + left - minutes + 1;
    const enough = till - left;
    if (enough <= at) continue;
    if (tooMuch > last) break;
    if (at < tooMuch) visit(at, tooMuch - 1);
    at = enough;
  }
  if (at <= last) visit(at, last);
}

function firstEndingAfter(days: readonly LimitedDay[], minute: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as LimitedDay).till <= minute) low = middle + 1;
    else high = middle;
  }
  return low;
}

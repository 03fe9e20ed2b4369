import { refuse } from '../../domain/errors.ts';
import { dayOfBound, isWithinDays } from '../../domain/time/window-bound.ts';
import { parseMoment } from '../../domain/values/moment.ts';
import { type Kind, refined } from '../../platform/contract/kind.ts';
import { required } from '../../platform/contract/object.ts';
import { date, instant } from '../../platform/contract/times.ts';
import { text } from '../../platform/contract/values.ts';

/** A read of registered time has a window of at most one quarter. */
export const LONGEST_WINDOW_DAYS = 92;

/** A date, or a date and time that stands for its day. */
const day = (side: 'start' | 'end'): Kind<string> => ({
  ...refined(text(), (sent, position) => {
    const written = date().read(sent, position);
    const moment = parseMoment(sent);
    return moment ? dayOfBound(moment, side, position.reading.zone) : written;
  }),
  schema: date().schema,
});

/** The bounds of a window of days. */
export const dayBounds = { start: required(day('start')), end: required(day('end')) };

interface Bound {
  readonly instant: number;
  /** On the clock as it was written. */
  readonly written: number;
}

const bound = (): Kind<Bound> => ({
  ...refined(text(), (sent, position) => {
    const read = instant().read(sent, position);
    const moment = parseMoment(sent);
    return read === undefined || !moment ? undefined : { instant: read, written: moment.midnight + moment.time };
  }),
  schema: instant().schema,
});

/** The bounds of a window of instants. */
export const instantBounds = { start: required(bound()), end: required(bound()) };

/** Refuses a window of instants that is empty, reversed or longer than a quarter. */
export const inQuarter = <T extends { readonly start: Bound; readonly end: Bound }>(
  own: Kind<T>,
): Kind<Omit<T, 'start' | 'end'> & { readonly start: number; readonly end: number }> =>
  refined(own, (read) => {
    const { start, end } = read;
    if (end.instant <= start.instant) throw refuse('REQ008', 'end: must be after start.', 'end');
    if (!isWithinDays(start, end, LONGEST_WINDOW_DAYS))
      throw refuse('REQ008', `end: the window may have at most ${LONGEST_WINDOW_DAYS} days.`, 'end');
    return { ...read, start: start.instant, end: end.instant };
  });

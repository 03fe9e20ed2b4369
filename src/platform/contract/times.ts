import { durationMs } from '../../domain/time/duration.ts';
import { namedZone } from '../../domain/time/named-zone.ts';
import type { UnzonedMoment } from '../../domain/time/unzoned-moment.ts';
import { dayOfZone } from '../../domain/time/zone.ts';
import { isCompactDate } from '../../domain/values/moment.ts';
import { Invalid, parseDate, parseInstant, parseUnzoned } from '../../domain/values/parse.ts';
import { formatTimeSpan, parseTimeSpan } from '../../domain/values/time-span.ts';
import { type Kind, kind, Position, refined } from './kind.ts';
import { text } from './values.ts';

/** The zero dates of .NET and SQL Server (0001-01-01, 1753-01-01) count as not sent: an open end. */
const read = (parsed: string | null | Invalid, position: Position): string | undefined => {
  if (parsed instanceof Invalid) throw position.refuse('REQ014', `${parsed.message}.`);
  return parsed ?? undefined;
};

/** A date and time in epoch ms; without an offset in the zone of the reading. */
export const instant = (): Kind<number> =>
  refined(text(), (sent, position) => {
    const parsed = read(parseInstant(sent, position.reading.zone, position.note), position);
    return parsed === undefined ? undefined : Date.parse(parsed);
  });

/** A date without a time, as yyyy-MM-dd. */
const bareDate = (sent: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(sent)
    ? sent
    : isCompactDate(sent)
      ? sent.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
      : undefined;

/** A date, or a date and time, in epoch ms: of a date its first moment, or the first moment after it. */
export const dayOrInstant = (side: 'start' | 'end'): Kind<number> =>
  refined(text(), (sent, position) => {
    const moment = instant().read(sent, position);
    const date = moment === undefined ? undefined : bareDate(sent);
    return date === undefined ? moment : dayOfZone(position.reading.zone, date)[side];
  });

/** A date, or a date and time, in a zone that is known only later. */
export const unzonedMoment = (): Kind<UnzonedMoment> =>
  refined(text(), (sent, position) => {
    const unzoned = read(parseUnzoned(sent, position.note), position);
    const date = bareDate(sent);
    return unzoned === undefined ? undefined : date === undefined ? { unzoned } : { date };
  });

/** A calendar date: as written, whatever time and offset follow it. */
export const date = (): Kind<string> =>
  refined(text(), (sent, position) => read(parseDate(sent, position.note), position));

const SECOND_MS = 1000;

/** A time span of .NET clients, in ms. Whole numbers are ticks; a small one was meant as something else. */
function timeSpanMs(sent: string, position: Position): number | undefined {
  const ms = parseTimeSpan(sent);
  if (ms === undefined || (/^-?\d+$/.test(sent) && ms < SECOND_MS)) return undefined;
  position.note({ message: `${sent.slice(0, 40)} was read as the time span ${formatTimeSpan(ms)}.` });
  return ms;
}

/** An ISO 8601 duration above 0, in ms. Time spans such as 01:30:00 and ticks are accepted with a warning. */
export const duration = (): Kind<number> =>
  refined(text(), (sent, position) => {
    const ms = durationMs(sent) ?? timeSpanMs(sent, position);
    if (ms === undefined) throw position.refuse('REQ014', `${sent.slice(0, 40)} is not a duration such as PT1H30M.`);
    if (ms <= 0) throw position.refuse('REQ014', 'must be longer than 0.');
    return ms;
  });

/** A time whose zone is known only later, such as that of a resource: read again in that zone. */
export const inZone = <T>(own: Kind<T>): Kind<(zone: string) => T> =>
  kind(own.schema, (value, position) => {
    if (own.read(value, position) === undefined) return undefined;
    return (zone) => {
      // What there is to note was noted the first time.
      const read = own.read(value, new Position(position.path, { ...position.reading, warnings: [], zone }));
      if (read === undefined) throw position.refuse('REQ015', 'a value is required.');
      return read;
    };
  });

export const timeZone = (): Kind<string> =>
  refined(text(), (sent, position) => {
    const zone = namedZone(sent, position.note);
    if (zone === undefined)
      throw position.refuse('REQ014', `${sent.slice(0, 60)} is not a time zone such as Europe/Brussels.`);
    return zone;
  });

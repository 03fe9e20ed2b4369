import { durationMs } from '../../domain/time/duration.ts';
import type { UnzonedMoment } from '../../domain/time/unzoned-moment.ts';
import { dayOfZone, knownZone } from '../../domain/time/zone.ts';
import { Invalid, parseDate, parseInstant, parseUnzoned } from '../../domain/values/parse.ts';
import { type Kind, kind, Position, refined } from './kind.ts';
import { text } from './values.ts';

/** A date and time in epoch ms; without an offset in the zone of the reading. */
export const instant = (): Kind<number> =>
  refined(text(), (sent, position) => {
    const parsed = parseInstant(sent, position.reading.zone);
    if (parsed instanceof Invalid || parsed === null)
      throw position.refuse('REQ014', `${parsed?.message ?? 'must be a date and time'}.`);
    return Date.parse(parsed);
  });

/** A date, or a date and time, in epoch ms: of a date its first moment, or the first moment after it. */
export const dayOrInstant = (side: 'start' | 'end'): Kind<number> =>
  refined(text(), (sent, position) => {
    const moment = instant().read(sent, position);
    return /^\d{4}-\d\d-\d\d$/.test(sent) ? dayOfZone(position.reading.zone, sent)[side] : moment;
  });

/** A date, or a date and time, in a zone that is known only later. */
export const unzonedMoment = (): Kind<UnzonedMoment> =>
  refined(text(), (sent, position) => {
    const unzoned = parseUnzoned(sent);
    if (unzoned instanceof Invalid || unzoned === null)
      throw position.refuse('REQ014', `${unzoned?.message ?? 'must be a date and time'}.`);
    return /^\d{4}-\d\d-\d\d$/.test(sent) ? { date: sent } : { unzoned };
  });

/** A calendar date. */
export const date = (): Kind<string> =>
  refined(text(), (sent, position) => {
    const parsed = parseDate(sent, position.reading.zone);
    if (parsed instanceof Invalid || parsed === null)
      throw position.refuse('REQ014', `${parsed?.message ?? 'must be a date'}.`);
    return parsed;
  });

/** An ISO 8601 duration above 0, in ms. */
export const duration = (): Kind<number> =>
  refined(text(), (sent, position) => {
    const ms = durationMs(sent);
    if (ms === undefined) throw position.refuse('REQ014', `${sent.slice(0, 40)} is not a duration such as PT1H30M.`);
    if (ms <= 0) throw position.refuse('REQ014', 'must be longer than 0.');
    return ms;
  });

/** A time whose zone is known only later, such as that of a resource: read again in that zone. */
export const inZone = <T>(own: Kind<T>): Kind<(zone: string) => T> =>
  kind(own.schema, (value, position) => {
    if (own.read(value, position) === undefined) return undefined;
    return (zone) => {
      const read = own.read(value, new Position(position.path, { ...position.reading, zone }));
      if (read === undefined) throw position.refuse('REQ015', 'a value is required.');
      return read;
    };
  });

export const timeZone = (): Kind<string> =>
  refined(text(), (sent, position) => {
    const zone = knownZone(sent);
    if (zone === undefined)
      throw position.refuse('REQ014', `${sent.slice(0, 60)} is not a time zone such as Europe/Brussels.`);
    return zone;
  });

import { resolveUnzoned } from '../values/parse.ts';
import { dayOfZone } from './zone.ts';

/** A date, or a moment whose wall clock, if no offset was sent, is that of a zone that is not known yet. */
export type UnzonedMoment = { readonly date: string } | { readonly unzoned: string };

/** A date without a time starts with its first moment. */
export const startOf = (moment: UnzonedMoment, zone: string): number =>
  'date' in moment ? dayOfZone(zone, moment.date).start : resolveUnzoned(moment.unzoned, zone);

/** A date without a time ends with its last moment. */
export const endOf = (moment: UnzonedMoment, zone: string): number =>
  'date' in moment ? dayOfZone(zone, moment.date).end - 1 : resolveUnzoned(moment.unzoned, zone);

/** A whole date, or an instant. */
export const dateOrInstantOf = (moment: UnzonedMoment, zone: string): string | number =>
  'date' in moment ? moment.date : resolveUnzoned(moment.unzoned, zone);

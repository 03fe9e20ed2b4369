import type { Schemas } from '../api/schema.ts';

export type Absence = Schemas['AbsenceRead'];

const REQUESTED = 0;
export const APPROVED = 1;

/** What a worker can do about an own absence. */
export type OwnMove = 'withdrawn' | 'cancelled' | 'again';

/** `today` is yyyy-mm-dd. An absence that has begun is cancelled by a team lead. */
export function ownMoves({ status, startDate }: Pick<Absence, 'status' | 'startDate'>, today: string): OwnMove[] {
  if (status === REQUESTED) return ['withdrawn'];
  if (status === APPROVED) return startDate > today ? ['cancelled'] : [];
  return ['again'];
}

type Part = 0 | 1;

export interface Request {
  readonly kind: 0 | 1 | 2 | 3;
  readonly startDate: string;
  readonly endDate: string;
  readonly startPart: Part;
  readonly endPart: Part;
  readonly note: string;
}

/** One day has a morning or an afternoon; several days begin in the afternoon and end after the morning. */
export type PartOfDay = 'day' | 'morning' | 'afternoon';

export const partOfDay = ({ startPart, endPart }: Pick<Request, 'startPart' | 'endPart'>): PartOfDay =>
  startPart === 1 ? 'afternoon' : endPart === 1 ? 'morning' : 'day';

export const partsOf = (part: PartOfDay): Pick<Request, 'startPart' | 'endPart'> => ({
  startPart: part === 'afternoon' ? 1 : 0,
  endPart: part === 'morning' ? 1 : 0,
});

/** The request as it is sent: half days that no longer fit the dates are left out. */
export function normalized(request: Request): Request {
  const { startDate, endDate } = request;
  return startDate === endDate && request.startPart === 1 && request.endPart === 1
    ? { ...request, endPart: 0 }
    : request;
}

export const isWrongOrder = ({ startDate, endDate }: Pick<Request, 'startDate' | 'endDate'>): boolean =>
  startDate !== '' && endDate !== '' && endDate < startDate;

interface DayTexts {
  readonly morning: string;
  readonly afternoon: string;
}

/** `6 Jul – 10 Jul 2026 (morning)`. */
export function daysText(
  { startDate, endDate, startPart, endPart }: Pick<Absence, 'startDate' | 'endDate' | 'startPart' | 'endPart'>,
  date: (day: string) => string,
  texts: DayTexts,
): string {
  const start = startPart === 1 ? `${date(startDate)} (${texts.afternoon})` : date(startDate);
  const end = endPart === 1 ? `${date(endDate)} (${texts.morning})` : date(endDate);
  if (startDate !== endDate) return `${start} – ${end}`;
  return startPart === 1 ? start : end;
}

import type { Format } from '../dates/format.ts';
import type { DraftChange } from './queries.ts';

type Side = DraftChange['present'];

/** What the appointment of a change is called. */
export const titleOf = ({ id, appointmentNo, present, draft }: DraftChange): string =>
  ((draft ?? present)?.subject ?? appointmentNo ?? String(id)).slice(0, 120);

/** Mon 1 Jun 09:00–11:00, Anna + Ben. A dash where there is no appointment. */
export function sideText(side: Side, format: Format, nameOf: (resourceNo: string) => string): string {
  if (!side) return '–';
  const { start, end, resources } = side;
  const until = format.day(start) === format.day(end) ? format.clock(end) : `${format.day(end)} ${format.clock(end)}`;
  const names = resources.map(nameOf).join(' + ');
  return [`${format.day(start)} ${format.clock(start)}–${until}`, names].filter((part) => part !== '').join(', ');
}

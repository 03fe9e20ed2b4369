import type { Action, Day, Visit } from './action.ts';
import { heldBack } from './queue.ts';

/** A visit with what is on the device. */
export interface ShownVisit extends Visit {
  /** Something of it is not sent yet. */
  readonly onDevice: boolean;
}

export interface ShownDay {
  readonly date: string;
  readonly visits: readonly ShownVisit[];
  readonly back: Day['days'][number]['back'];
}

/** Merges the visits of the service with the actions on the device. */
export function mergeDay(day: Day, actions: readonly Action[], sent: ReadonlySet<string> = new Set()): ShownDay[] {
  const held = heldBack(actions);
  const own = actions.filter(({ id, resourceNo }) => !held.has(id) && resourceNo === day.resourceNo);
  return day.days.map(({ date, visits, back }) => ({
    date,
    back,
    visits: visits.map((visit) =>
      own.reduce((shown, action) => applied(shown, action, !sent.has(action.id)), unsent(visit)),
    ),
  }));
}

const unsent = (visit: Visit): ShownVisit => ({ ...visit, onDevice: false });

function applied(visit: ShownVisit, { deed: details }: Action, onDevice: boolean): ShownVisit {
  if (!('visit' in details) || details.visit.appointmentId !== visit.appointment.id) return visit;
  const marked = { ...visit, onDevice: visit.onDevice || onDevice };
  switch (details.kind) {
    case 'visit':
      return { ...marked, state: details.state, stateAt: details.at, reason: details.reason ?? null };
    case 'fields': {
      const values = new Map(details.fields.map(({ code, value }) => [code, value]));
      return {
        ...marked,
        fields: visit.fields.map((field) => ({
          ...field,
          value: values.has(field.code) ? (values.get(field.code) ?? null) : field.value,
        })),
      };
    }
    default:
      return marked;
  }
}

import type { Day, Visit } from './action.ts';

/** What planners changed since the worker looked at the plan. */
export type PlanChange =
  | { readonly kind: 'moved'; readonly visit: Visit; readonly from: string }
  | { readonly kind: 'added'; readonly visit: Visit }
  /** Deleted, given to somebody else, or moved to a day that is not shown. */
  | { readonly kind: 'removed'; readonly visit: Visit };

const visitsOf = (day: Day): Map<number, Visit> =>
  new Map(day.days.flatMap(({ visits }) => visits.map((visit) => [visit.appointment.id, visit])));

/** Only days that both know are compared: a new day is no change. */
export function planChanges(known: Day, now: Day): PlanChange[] {
  if (known.resourceNo !== now.resourceNo) return [];
  const shared = new Set(
    known.days.map(({ date }) => date).filter((date) => now.days.some((day) => day.date === date)),
  );
  const within = (day: Day): Day => ({ ...day, days: day.days.filter(({ date }) => shared.has(date)) });
  const [before, after] = [visitsOf(known), visitsOf(now)];
  return [
    ...[...visitsOf(within(now)).values()].flatMap((visit): PlanChange[] => {
      const seen = before.get(visit.appointment.id);
      if (!seen) return [{ kind: 'added', visit }];
      const from = seen.appointment.start;
      return Date.parse(from) === Date.parse(visit.appointment.start) ? [] : [{ kind: 'moved', visit, from }];
    }),
    ...[...visitsOf(within(known)).values()].flatMap((visit): PlanChange[] =>
      after.has(visit.appointment.id) ? [] : [{ kind: 'removed', visit }],
    ),
  ];
}

/** Without a visit that the worker has given back: that it goes is no news. */
export const withoutVisit = (day: Day, appointmentId: number): Day => ({
  ...day,
  days: day.days.map((each) => ({
    ...each,
    visits: each.visits.filter(({ appointment }) => appointment.id !== appointmentId),
  })),
});

import { Refusal } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import { type ShownSlot, showSlots } from '../../engine/recommendation/shown-slot.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { bringUpToDate } from '../planning/bring-up-to-date.ts';
import type { NamedViolation } from '../planning/plan-reads.ts';
import { recommendFor, type SlotDeps } from '../slots/recommend.ts';
import { type MovableAppointment, movableAppointments } from './conflict-store.ts';
import { longerDay } from './extend-day.ts';
import {
  type Candidate,
  kindsOf,
  movedBy,
  otherResourceRequest,
  otherTimeRequest,
  shifted,
  timeCandidate,
} from './fix-candidates.ts';
import { callsOf, isFixedBy } from './try-fix.ts';
import { violationOf } from './waivers.ts';

export type FixDeps = SlotDeps & WriteDeps & HasStatistics;

/** Of each kind, the planner chooses from so many. */
const MOST_OF_KIND = { resource: 2, time: 2, extendDay: 1 } as const;

interface ShownFix {
  readonly type: Candidate['type'];
  readonly appointmentId: number;
  readonly version: number;
  readonly start: string;
  readonly end: string;
  readonly resources: readonly string[];
  readonly resourceNo: string | null;
  readonly resourceName: string | null;
  readonly travelMinutes: number;
}

interface Fixes {
  readonly fixes: readonly ShownFix[];
  readonly reason: 'noAppointment' | 'locked' | 'over' | null;
}

const none = (reason: Fixes['reason']): Fixes => ({ fixes: [], reason });

/** GET /violations/{id}/fixes: changes that end a conflict and cause no other one. A bounded number is tried. */
export async function findFixes(deps: FixDeps, caller: Caller, id: string, signal: AbortSignal): Promise<Fixes> {
  const now = deps.now();
  await bringUpToDate(deps, caller);
  const violation = await violationOf(deps.db, caller, id, now);
  const movedId = movedBy(violation);
  const [moved] = movedId === undefined ? [] : await movableAppointments(deps.db, caller.tenantId, [movedId]);
  if (!moved || moved.isAllDay || !(await seesCrew(deps, caller, moved))) return none('noAppointment');
  if (moved.locked) return none('locked');
  if (moved.start <= now.getTime()) return none('over');
  const found: ShownFix[] = [];
  for (const kind of kindsOf(violation.rule)) {
    const shown: ShownFix[] = [];
    for (const candidate of await candidatesOf(deps, caller, violation, moved, kind, signal)) {
      if (shown.length >= MOST_OF_KIND[kind] || signal.aborted) break;
      if (
        shown.some(
          ({ start, resourceNo }) => Date.parse(start) === candidate.start && resourceNo === candidate.resourceNo,
        )
      )
        continue;
      const calls = await callsOf(deps, caller, violation, moved, candidate);
      if (calls && (await isFixedBy(deps, caller, { key: violation.key, movedId: moved.id }, calls)))
        shown.push(shownFix(candidate, moved, caller.timeZone));
    }
    found.push(...shown);
  }
  return { fixes: found, reason: null };
}

const shownFix = (candidate: Candidate, { id, version }: MovableAppointment, zone: string): ShownFix => ({
  ...candidate,
  appointmentId: id,
  version,
  start: formatInstant(zone, candidate.start),
  end: formatInstant(zone, candidate.end),
});

/** Who does not see everybody that an appointment needs cannot move it as a whole. */
async function seesCrew(deps: FixDeps, caller: Caller, { resources }: MovableAppointment): Promise<boolean> {
  const ids = resources.map(({ id }) => id);
  return (await visibleAmong(deps.db, caller, 'Resource', ids)).size === ids.length;
}

async function candidatesOf(
  deps: FixDeps,
  caller: Caller,
  violation: NamedViolation,
  moved: MovableAppointment,
  kind: Candidate['type'],
  signal: AbortSignal,
): Promise<Candidate[]> {
  const now = deps.now().getTime();
  if (kind === 'extendDay') return extendedDays(deps, caller, violation, moved);
  if (kind === 'resource') {
    const slots = await slotsFor(deps, caller, otherResourceRequest(violation, moved, caller.timeZone), signal);
    return slots.map((slot) => replacing(violation, moved, slot));
  }
  const near = shifted(violation, moved).filter(({ start }) => start > now);
  if (moved.resources.length === 0) return near;
  const slots = await slotsFor(deps, caller, otherTimeRequest(violation, moved, caller.timeZone, now), signal);
  const next = slots.map(({ start, travelMinutes }) => timeCandidate(moved, Date.parse(start), travelMinutes));
  return [...near, ...next.sort((a, b) => a.start - b.start)];
}

/** A task or resource that the caller does not see has no slots. */
async function slotsFor(
  deps: FixDeps,
  caller: Caller,
  request: SlotRequest,
  signal: AbortSignal,
): Promise<readonly ShownSlot[]> {
  if (request.end - request.start < (request.workMs ?? 0)) return [];
  try {
    return await recommendFor(deps, caller, request, { gone: signal }, ({ found }) => showSlots(found));
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/** The resource that breaks the rule is replaced; the others of the appointment stay. */
function replacing({ resourceNo }: NamedViolation, moved: MovableAppointment, slot: ShownSlot): Candidate {
  const old = moved.resources.find(({ no }) => no === resourceNo) ?? moved.resources[0];
  const others = moved.resources.filter((each) => each !== old).map(({ no }) => no);
  return {
    type: 'resource',
    start: moved.start,
    end: moved.end,
    resources: [...others, slot.resourceNo],
    resourceNo: slot.resourceNo,
    resourceName: slot.resourceName,
    travelMinutes: slot.travelMinutes,
  };
}

async function extendedDays(
  deps: FixDeps,
  caller: Caller,
  { resourceNo }: NamedViolation,
  moved: MovableAppointment,
): Promise<Candidate[]> {
  const resource = moved.resources.find(({ no }) => no === resourceNo);
  const longer = resource && (await longerDay(deps.db, caller, resource, moved));
  if (!resource || !longer) return [];
  return [
    {
      type: 'extendDay',
      start: moved.start,
      end: moved.end,
      resources: moved.resources.map(({ no }) => no),
      resourceNo: resource.no,
      resourceName: resource.name,
      travelMinutes: 0,
    },
  ];
}

import { DAY_MS } from '../../domain/time/day.ts';
import type { SlotRequest } from '../../engine/recommendation/slot-request.ts';
import type { NamedViolation } from '../planning/plan-reads.ts';
import type { MovableAppointment } from './conflict-store.ts';

const MINUTE_MS = 60_000;
const DAYS_AHEAD = 14;
const GRID_MINUTES = 15;
/** Slots that are looked at; those that cause another conflict are left out. */
const MOST_TRIED = 4;

/** What the appointment carries counts on the days of its resource already. Slots with which a day gets too much are left out afterwards. */
const WITH_ANY_LOAD = { requirements: [], certificates: [], latest: false, resources: false, loads: true };

/** Which kinds of fixes can end a violation of a rule. */
const KINDS: Readonly<Record<string, readonly FixType[]>> = {
  overlap: ['time', 'resource'],
  travelTooShort: ['time', 'resource'],
  outsideWorkingTime: ['extendDay', 'time', 'resource'],
  missingRequirement: ['resource'],
  certificateInvalid: ['resource', 'time'],
  outOfService: ['resource', 'time'],
  unwantedResource: ['resource'],
  overLoaded: ['resource'],
  outsideAllowed: ['time'],
  pastDeadline: ['time'],
  dependencyBroken: ['time'],
};

export type FixType = 'resource' | 'time' | 'extendDay';

export interface Candidate {
  readonly type: FixType;
  readonly start: number;
  readonly end: number;
  /** Numbers of all resources afterwards. */
  readonly resources: readonly string[];
  readonly resourceNo: string | null;
  readonly resourceName: string | null;
  readonly travelMinutes: number;
}

export const kindsOf = (rule: string): readonly FixType[] => KINDS[rule] ?? [];

/** The appointment that a fix moves: of two that overlap the one that starts later, else the one that breaks the rule. */
export function movedBy({ rule, appointment, other }: NamedViolation): number | undefined {
  if (rule !== 'overlap' || !appointment || !other) return appointment?.id;
  return Date.parse(other.start) > Date.parse(appointment.start) ? other.id : appointment.id;
}

const roundedUp = (instant: number, minutes: number): number =>
  Math.ceil(instant / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;

const roundedDown = (instant: number, minutes: number): number =>
  Math.floor(instant / (minutes * MINUTE_MS)) * minutes * MINUTE_MS;

/** When the conflict with the other appointment would just be over: the same resources, a little later, or earlier if it is too late. */
export function shifted(violation: NamedViolation, moved: MovableAppointment): Candidate[] {
  const { rule, appointment, other, detail } = violation;
  const blocking = [appointment, other].find((each) => each && each.id !== moved.id);
  const after = (): number | undefined => {
    if (rule === 'overlap' && blocking) return Date.parse(blocking.end);
    if (rule === 'travelTooShort') return violation.start + Number(detail['travelInSeconds']) * 1000;
    if (rule === 'dependencyBroken' && 'tooEarlyInSeconds' in detail)
      return moved.start + Number(detail['tooEarlyInSeconds']) * 1000;
    return undefined;
  };
  const before = (): number | undefined =>
    rule === 'dependencyBroken' && 'tooLateInSeconds' in detail
      ? moved.start - Number(detail['tooLateInSeconds']) * 1000
      : undefined;
  const [at, till] = [after(), before()];
  const start = at === undefined ? till && roundedDown(till, 5) : roundedUp(at, 5);
  if (start === undefined) return [];
  return [timeCandidate(moved, start, 0)];
}

export const timeCandidate = (moved: MovableAppointment, start: number, travelMinutes: number): Candidate => ({
  type: 'time',
  start,
  end: start + (moved.end - moved.start),
  resources: moved.resources.map(({ no }) => no),
  resourceNo: moved.resources[0]?.no ?? null,
  resourceName: moved.resources[0]?.name ?? null,
  travelMinutes,
});

/** What slots are looked for. */
function slotRequestOf(
  violation: NamedViolation,
  moved: MovableAppointment,
  timeZone: string,
  more: Pick<SlotRequest, 'start' | 'end' | 'grid' | 'among' | 'excluded' | 'weights'> &
    Partial<Pick<SlotRequest, 'waived'>>,
): SlotRequest {
  const { task } = violation;
  return {
    workMs: moved.end - moved.start,
    requirements: [],
    certificates: [],
    location: undefined,
    fromHome: false,
    maxKm: undefined,
    timeZone,
    limit: MOST_TRIED,
    perResource: more.among.length > 0 ? MOST_TRIED : 1,
    preferred: [],
    customer: undefined,
    importance: undefined,
    task:
      task === null
        ? undefined
        : { sourceApp: task.sourceApp, sourceType: task.sourceType, jobNo: task.jobNo, taskNo: task.taskNo },
    waived: undefined,
    ...more,
  };
}

/** Another resource at the same time. */
export const otherResourceRequest = (
  violation: NamedViolation,
  moved: MovableAppointment,
  timeZone: string,
): SlotRequest =>
  slotRequestOf(violation, moved, timeZone, {
    start: moved.start,
    end: moved.end,
    grid: 1,
    among: [],
    excluded: moved.resources.map(({ no }) => no),
    weights: undefined,
  });

/** The next free time of the same resource: from the conflict on, or before a deadline. */
export function otherTimeRequest(
  violation: NamedViolation,
  moved: MovableAppointment,
  timeZone: string,
  now: number,
): SlotRequest {
  const { rule, detail } = violation;
  const deadline = detail['deadLine'] ?? detail['latestAllowed'] ?? detail['validUntil'];
  const isEarlier =
    ['pastDeadline', 'outsideAllowed', 'certificateInvalid'].includes(rule) && typeof deadline === 'number';
  const end = isEarlier ? deadline + DAY_MS : Math.max(now, moved.start) + DAYS_AHEAD * DAY_MS;
  const start = isEarlier ? now : Math.max(now, Number(detail['earliestAllowed'] ?? moved.start));
  return slotRequestOf(violation, moved, timeZone, {
    start: Math.min(start, end),
    end,
    grid: GRID_MINUTES,
    among: moved.resources.slice(0, 1).map(({ no }) => no),
    excluded: [],
    weights: new Map([['earliest', 1]]),
    waived: WITH_ANY_LOAD,
  });
}

import { formatInstant } from '../time/zone.ts';
import type { Names } from './facts.ts';
import { momentsInDetail, ruleNamed } from './index.ts';

interface ShownAppointment {
  readonly id: number;
  readonly appointmentNo: string;
  readonly appointmentGuid: string;
  /** As JSON writes moments. */
  readonly start: string;
  readonly end: string;
  readonly subject: string | null;
}

/** A violation with the records that the reader may see of it. */
export interface StoredViolation {
  readonly key: string;
  /** A name for clients. */
  readonly id: string;
  readonly rule: string;
  readonly severity: string;
  readonly start: number;
  readonly end: number;
  readonly detail: Readonly<Record<string, string | number | null>>;
  readonly appointment: ShownAppointment | null;
  readonly other: ShownAppointment | null;
  readonly task:
    | (Readonly<Record<'sourceApp' | 'sourceType' | 'jobNo' | 'taskNo' | 'shortDescription', string>> &
        Readonly<Record<'subject' | 'customerName', string | null>>)
    | null;
  readonly resourceNo: string | null;
  readonly resourceName: string | null;
  /** Somebody accepted it, as it is now. Moments in epoch ms. */
  readonly waiver: StoredWaiver | null;
}

export interface StoredWaiver {
  readonly reason: string;
  readonly until: number;
  readonly by: string;
  readonly at: number;
}

/** A waiver as answers show it. */
export const presentWaiver = ({ reason, until, by, at }: StoredWaiver, zone: string) => ({
  reason,
  until: formatInstant(zone, until),
  by,
  at: formatInstant(zone, at),
});

/** A violation as answers show it, with a message that says what is wrong in the words of a planner. */
export function presentViolation(violation: StoredViolation, zone: string): Record<string, unknown> {
  const moment = (instant: number): string => formatInstant(zone, instant);
  const appointment = (each: StoredViolation['appointment']) =>
    each && { ...each, start: moment(Date.parse(each.start)), end: moment(Date.parse(each.end)) };
  const { id, rule, severity, task, resourceNo, resourceName, waiver } = violation;
  return {
    id,
    rule,
    severity,
    message: messageOf(violation, moment),
    start: moment(violation.start),
    end: moment(violation.end),
    appointment: appointment(violation.appointment),
    other: appointment(violation.other),
    task,
    resourceNo,
    resourceName,
    waiver: waiver && presentWaiver(waiver, zone),
    detail: Object.fromEntries(
      Object.entries(violation.detail).map(([name, value]) => [
        name,
        momentsInDetail.has(name) && typeof value === 'number' ? moment(value) : value,
      ]),
    ),
  };
}

function messageOf(
  { rule, detail, appointment, other, task, resourceNo }: StoredViolation,
  moment: (instant: number) => string,
): string {
  const named = (each: StoredViolation['appointment'], unseen: string): string =>
    each === null ? unseen : `appointment ${each.appointmentNo}`;
  const names: Names = {
    resource: resourceNo === null ? 'the resource' : `resource ${resourceNo}`,
    appointment: named(appointment, 'an appointment'),
    other: named(other, 'another appointment'),
    task: task === null ? 'the task' : `task ${task.jobNo}/${task.taskNo}`,
    moment: (instant) => moment(instant).slice(0, 16).replace('T', ' '),
  };
  const text = ruleNamed(rule)?.tell(detail, names) ?? rule;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

import { formatInstant } from '../../domain/time/zone.ts';
import type { Names } from '../../domain/violations/facts.ts';
import { momentsInDetail, ruleNamed } from '../../domain/violations/index.ts';
import type { Caller } from '../../platform/caller.ts';
import { optionalRowsOf } from '../../platform/contract/paging.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { ViolationQuery } from './contract.ts';
import { countViolations, type StoredViolation, violationsIn } from './plan-reads.ts';

/** GET /violations: the broken rules that overlap a window. */
export async function violationsFound(
  deps: HasDatabase & HasStatistics,
  caller: Caller,
  query: ViolationQuery,
): Promise<RecordList> {
  const { start, end, rule: rules = null, severity = null, resources = null } = query;
  const window = { start, end, rules, severity, resources, sourceApps: caller.sourceApps };
  await bringUpToDate(deps, caller);
  const total = await countViolations(deps.db, caller.tenantId, window);
  const portions = violationsIn(deps.db, caller.tenantId, window, optionalRowsOf(query));
  return { total, portions: shown(portions, caller.timeZone) };
}

async function* shown(
  portions: AsyncIterable<readonly StoredViolation[]>,
  zone: string,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const portion of portions) yield portion.map((violation) => presentViolation(violation, zone));
}

/** A violation as answers show it, with a message that says what is wrong in the words of a planner. */
export function presentViolation(violation: StoredViolation, zone: string): Record<string, unknown> {
  const moment = (instant: number): string => formatInstant(zone, instant);
  const appointment = (each: StoredViolation['appointment']) =>
    each && { ...each, start: moment(Date.parse(each.start)), end: moment(Date.parse(each.end)) };
  const { rule, severity, task, resourceNo } = violation;
  return {
    rule,
    severity,
    message: messageOf(violation, moment),
    start: moment(violation.start),
    end: moment(violation.end),
    appointment: appointment(violation.appointment),
    other: appointment(violation.other),
    task,
    resourceNo,
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

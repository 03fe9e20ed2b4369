import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Names } from '../../domain/violations/facts.ts';
import { momentsInDetail, ruleNamed, rules } from '../../domain/violations/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { RawQuery } from '../../platform/http/raw-query.ts';
import { listIn, windowIn } from '../../platform/http/window.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasStatistics } from '../../platform/postgres/statistics.ts';
import { parsePage } from '../../records/reading/list-query.ts';
import type { RecordList } from '../../records/reading/list-records.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { countViolations, type StoredViolation, violationsIn } from './plan-reads.ts';

const LONGEST_WINDOW_DAYS = 366;

/** GET /violations: the broken rules that overlap a window. */
export async function listViolations(
  deps: HasDatabase & HasStatistics,
  caller: Caller,
  query: RawQuery,
): Promise<RecordList> {
  const { start, end } = windowIn(query, caller.timeZone, LONGEST_WINDOW_DAYS);
  const resources = listIn(query, 'resources').map((no) => foldKey([no]));
  const window = {
    start,
    end,
    rules: chosen(
      query,
      'rule',
      rules.map(({ key }) => key),
    ),
    severity: chosen(query, 'severity', ['error', 'warning'])?.at(-1) ?? null,
    resources: resources.length === 0 ? null : resources,
    sourceApps: caller.sourceApps,
  };
  const page = parsePage(query);
  await bringUpToDate(deps, caller);
  const total = await countViolations(deps.db, caller.tenantId, window);
  return { total, portions: shown(violationsIn(deps.db, caller.tenantId, window, page), caller.timeZone) };
}

/** The values of a parameter that takes some words only; null when it is not sent. */
function chosen(query: RawQuery, name: string, words: readonly string[]): string[] | null {
  const sent = listIn(query, name);
  const strange = sent.find((each) => !words.some((word) => word.toLowerCase() === each.toLowerCase()));
  if (strange !== undefined)
    throw refuse('REQ008', `${name}: ${strange.slice(0, 50)} is not one of ${words.join(', ')}.`, name);
  return sent.length === 0
    ? null
    : words.filter((word) => sent.some((each) => each.toLowerCase() === word.toLowerCase()));
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

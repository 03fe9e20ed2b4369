import type { Schemas } from '../../api/schema.ts';
import type { ExportTable } from '../../kit/export/table-data.ts';
import type { ConflictNames, ConflictTexts } from './texts.ts';

export type Conflict = Schemas['Violation'];

/** What a message is written from: a conflict of the list, or of a bar. */
export interface Told extends Pick<Conflict, 'rule' | 'message' | 'detail' | 'resourceName'> {
  readonly appointment: Pick<NonNullable<Conflict['appointment']>, 'subject'> | null;
  readonly other: Pick<NonNullable<Conflict['other']>, 'subject' | 'appointmentNo'> | null;
  readonly task: Pick<NonNullable<Conflict['task']>, 'subject' | 'shortDescription' | 'taskNo' | 'customerName'> | null;
}

/** How dates and durations are written. */
export interface Wording {
  readonly texts: ConflictTexts;
  moment(iso: string): string;
}

/** 5400 seconds are "1 h 30 min". */
export function lengthText(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter((part) => part).join(' ');
}

const joined = (...parts: readonly (string | null | undefined)[]): string => parts.filter((part) => part).join(' – ');

/** What the appointment is about: customer and subject. */
const appointmentName = ({ appointment, task }: Told, texts: ConflictTexts): string =>
  joined(task?.customerName, appointment?.subject ?? taskSubject(task)) || texts.anAppointment;

const taskSubject = (task: Told['task']): string | null =>
  task && (task.subject ?? (task.shortDescription || task.taskNo));

function namesOf(conflict: Told, { texts, moment }: Wording): ConflictNames {
  const { detail, resourceName, other, task } = conflict;
  const text = (name: string): string => String(detail[name] ?? '');
  const seconds = (name: string): number => Number(detail[name] ?? 0);
  const at = ['earliestAllowed', 'latestAllowed', 'deadLine', 'earliest', 'latest', 'validUntil']
    .map(text)
    .find((each) => each !== '');
  const available = seconds('availableInSeconds');
  const lengths: Readonly<Record<string, number>> = {
    overlap: seconds('overlapInSeconds'),
    travelTooShort: seconds('travelInSeconds'),
    outsideWorkingTime: seconds('outsideInSeconds'),
    overBudget: seconds('plannedInSeconds'),
  };
  const over = lengthText(seconds('plannedInSeconds') - seconds('budgetInSeconds'));
  return {
    resource: resourceName ?? texts.someone,
    appointment: appointmentName(conflict, texts),
    other: other?.subject ?? other?.appointmentNo ?? texts.anotherAppointment,
    task: joined(task?.customerName, taskSubject(task)) || texts.theTask,
    length: lengthText(lengths[conflict.rule] ?? 0),
    more: conflict.rule === 'overBudget' ? over : available === 0 ? texts.noTime : lengthText(available),
    asked: text('asked'),
    capacity: text('capacity'),
    moment: at === undefined ? '' : moment(at),
    value: text('filterValue') || text('certificateNo') || text('load'),
  };
}

/** The template of a rule; some rules are broken in two ways. */
function templateOf({ rule, detail, resourceName }: Told, { messages }: ConflictTexts) {
  if (rule === 'outsideAllowed') return 'earliestAllowed' in detail ? messages.tooEarly : messages.tooLate;
  if (rule === 'outOfService' && detail['reason'] === 'hidden') return messages.hidden;
  if (rule === 'dependencyBroken' && detail['reason'] === 'sameResource') return messages.sameResource;
  if (rule === 'dependencyBroken' && 'latest' in detail) return messages.dependencyTooLate;
  if (rule === 'unwantedResource' && resourceName === null) return messages.requiredResource;
  return messages[rule as keyof typeof messages] as ((names: ConflictNames) => string) | undefined;
}

/** What is wrong, with names, in the language of the user. A rule that this page does not know yet keeps the message of the service. */
export function messageOf(conflict: Told, wording: Wording): string {
  const template = templateOf(conflict, wording.texts);
  const text = template ? template(namesOf(conflict, wording)) : conflict.message;
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

export interface ConflictFilter {
  readonly rule: string | null;
  readonly resource: string | null;
  readonly severity: string | null;
  readonly groupBy: 'rule' | 'resource' | 'severity';
}

export interface ConflictGroup {
  readonly name: string;
  readonly conflicts: readonly Conflict[];
}

const matches = (conflict: Conflict, { rule, resource, severity }: ConflictFilter): boolean =>
  (rule === null || conflict.rule === rule) &&
  (resource === null || conflict.resourceNo === resource) &&
  (severity === null || conflict.severity === severity);

/** Groups by what the user chose, errors first; accepted ones are a group of their own at the end. */
export function groupsOf(
  conflicts: readonly Conflict[],
  filter: ConflictFilter,
  texts: ConflictTexts,
): ConflictGroup[] {
  const chosen = conflicts
    .filter((each) => matches(each, filter))
    .sort((a, b) => a.severity.localeCompare(b.severity) || a.start.localeCompare(b.start));
  const nameOf = (each: Conflict): string => {
    if (filter.groupBy === 'resource') return each.resourceName ?? texts.noResource;
    return filter.groupBy === 'severity' ? texts.severities[each.severity] : (texts.rules[each.rule] ?? each.rule);
  };
  const open = new Map<string, Conflict[]>();
  for (const each of chosen)
    if (each.waiver === null) open.set(nameOf(each), [...(open.get(nameOf(each)) ?? []), each]);
  const accepted = chosen.filter(({ waiver }) => waiver !== null);
  return [
    ...[...open].map(([name, own]) => ({ name, conflicts: own })),
    ...(accepted.length > 0 ? [{ name: texts.accepted, conflicts: accepted }] : []),
  ];
}

/** The conflicts as a table for files, accepted ones with who accepted them, until when and why. */
export function conflictTable(conflicts: readonly Conflict[], wording: Wording): ExportTable {
  const { texts } = wording;
  const text = (label: string) => ({ label, kind: 'text' as const });
  const date = (label: string) => ({ label, kind: 'date' as const });
  return {
    name: texts.conflicts,
    columns: [
      ...[text(texts.severity), text(texts.rule), text(texts.resource), text(texts.conflict), date(texts.start)],
      ...[text(texts.accepted), date(texts.until), text(texts.reason)],
    ],
    rows: conflicts.map((each) => [
      texts.severities[each.severity],
      texts.rules[each.rule] ?? each.rule,
      each.resourceName,
      messageOf(each, wording),
      Date.parse(each.start),
      each.waiver?.by.replace(/^\w+:/, '') ?? null,
      each.waiver ? Date.parse(each.waiver.until) : null,
      each.waiver?.reason ?? null,
    ]),
  };
}

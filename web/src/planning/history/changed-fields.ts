/** A change of an appointment, as its history lists it. */
export interface HistoryChange {
  readonly number: number;
  readonly action: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** One field that a change touched. `task` stands for all parts of the task. */
export interface ChangedField {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  /** Of a new appointment: there is no value before. */
  readonly isFirst: boolean;
}

const TASK_PARTS: readonly string[] = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'];
/** What a planner looks for first. */
const FIRST = ['start', 'end', 'resources', 'task', 'subject'];
/** What a new appointment is shown with; all else of it has its usual value, or is in the details. */
const OF_NEW = ['start', 'end', 'task', 'subject'];
const UNSHOWN = new Set(['id', 'version', 'appointmentNo', 'appointmentGuid', 'createdAt', 'createdBy']);
for (const each of ['updatedAt', 'updatedBy', 'seriesId']) UNSHOWN.add(each);

type Fields = Readonly<Record<string, unknown>>;

const taskOf = (fields: Fields): string | null => {
  const parts = ['jobNo', 'taskNo'].map((part) => fields[part]).filter((part) => typeof part === 'string');
  return parts.length === 0 ? null : parts.join(' / ');
};

const rank = (field: string): number => (FIRST.indexOf(field) + FIRST.length + 1) % (FIRST.length + 1);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields of a change that differ, the times first. A new appointment shows only what it began with. */
export function changedFields({ action, before, after }: HistoryChange): ChangedField[] {
  const [was, is]: [Fields, Fields] = [action === 'created' ? {} : (before ?? {}), after ?? {}];
  const names = new Set(
    [...Object.keys(was), ...Object.keys(is)].map((name) => (TASK_PARTS.includes(name) ? 'task' : name)),
  );
  const valueIn = (fields: Fields, field: string): unknown =>
    (field === 'task' ? taskOf(fields) : fields[field]) ?? null;
  return [...names]
    .filter((field) => !UNSHOWN.has(field) && (action !== 'created' || OF_NEW.includes(field)))
    .map((field) => ({
      ...{ field, before: valueIn(was, field), after: valueIn(is, field) },
      isFirst: action === 'created',
    }))
    .filter((each) => !isSame(each.before, each.after))
    .sort((a, b) => rank(a.field) - rank(b.field));
}

/** Who carried the appointment out when it was created: as before the first change of the resources, else as it is now. */
export function firstResources(changes: readonly HistoryChange[], current: readonly string[]): readonly string[] {
  const ordered = [...changes].sort((a, b) => a.number - b.number);
  const first = ordered.find(({ action, after }) => action === 'updated' && after !== null && 'resources' in after);
  const before = first?.before?.['resources'];
  return Array.isArray(before) ? before.map(String) : first ? [] : current;
}

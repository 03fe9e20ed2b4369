import type { Problem, Span, Task, Visit } from '../model.ts';
import type { Breach } from './breach.ts';

/** What is wrong with a single visit, whatever else is planned. */
export function visitBreaches(problem: Problem, task: Task, visit: Visit): readonly Breach[] {
  const breaches: Breach[] = [];
  const tell = (rule: string, detail: string): void => {
    breaches.push({ rule, task: task.id, resource: visit.resource, date: visit.date, detail });
  };
  const resource = problem.resources.find(({ id }) => id === visit.resource);
  const day = resource?.days.find(({ date }) => date === visit.date);
  if (resource === undefined || day === undefined) {
    tell('unknown', `${visit.resource} has no day ${visit.date}.`);
    return breaches;
  }
  const { start, end } = visit;
  const lies = (spans: readonly Span[]): boolean => spans.some((span) => start >= span.start && end <= span.end);
  if (end - start !== task.duration) tell('duration', `${task.id} takes ${task.duration} s, not ${end - start} s.`);

  const lastEnd = day.working.at(-1)?.end;
  const working = day.working.map((span) => ({
    start: span.start,
    end: span.end + (span.end === lastEnd ? (day.overtime ?? 0) : 0),
  }));
  if (!lies(working)) tell('workingTime', `${resource.id} does not work all the time of ${task.id}.`);
  if (task.windows && !lies(task.windows)) tell('window', `${task.id} is outside its windows.`);
  if (task.earliest !== undefined && start < task.earliest) tell('earliest', `${task.id} starts too early.`);
  if (task.latest !== undefined && end > task.latest) tell('latest', `${task.id} ends too late.`);
  if (problem.freezeBefore !== undefined && start < problem.freezeBefore)
    tell('freeze', `${task.id} starts before the time from which plans may change.`);

  if (task.excluded?.includes(resource.id)) tell('excluded', `${resource.id} is excluded for ${task.id}.`);
  for (const { text, anyOf } of task.requirements ?? [])
    if (!anyOf.some((skill) => resource.skills?.includes(skill)))
      tell('requirement', `${resource.id} does not have ${text}.`);
  for (const no of task.certificates ?? []) {
    const isValid = resource.certificates?.some(
      (held) =>
        held.no === no &&
        (held.from === undefined || start >= held.from) &&
        (held.until === undefined || end <= held.until),
    );
    if (!isValid) tell('certificate', `${resource.id} has no valid certificate ${no} at that time.`);
  }
  return breaches;
}

import { type Figures, figures } from '../../engine/routing/check/figures.ts';
import type { Plan, Problem, Task, Visit } from '../../engine/routing/model.ts';
import { planOf, staysAt, visitsOf } from './present-plan.ts';

export interface Gain {
  readonly task: string;
  /** What the plan costs more without this move, all others made; less than nothing for one that only makes room. */
  readonly gain: number;
  readonly reason: string;
}

/** What each change of the plan is good for, held against the same plan without it. Only the days of those who are concerned are looked at. */
export function moveGains(problem: Problem, plan: Plan): Gain[] {
  const byTask = grouped(plan.visits, ({ task }) => task);
  const byResource = grouped(plan.visits, ({ resource }) => resource);
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  return problem.tasks.flatMap((task): Gain[] => {
    const own = byTask.get(task.id) ?? [];
    if (task.planned ? staysAt(task.planned, own) : own.length === 0) return [];
    const concerned = new Set([...own.map(({ resource }) => resource), ...(task.planned?.resources ?? [])]);
    const beside = [...concerned].flatMap((id) => byResource.get(id) ?? []).filter((visit) => visit.task !== task.id);
    const { maxChanges: _, ...rest } = problem;
    const part: Problem = {
      ...rest,
      resources: problem.resources.filter(({ id }) => concerned.has(id)),
      tasks: [task, ...distinct(beside).flatMap((id) => tasks.get(id) ?? [])],
    };
    const before = task.planned ? visitsOf(part, task, task.planned) : [];
    const without = figures(part, planOf(part, [...beside, ...before]));
    const withIt = figures(part, planOf(part, [...beside, ...own]));
    return [
      {
        task: task.id,
        gain: Math.round((without.cost - withIt.cost) * 100) / 100,
        reason: told(task, own, without, withIt),
      },
    ];
  });
}

function told({ planned, preferred = [] }: Task, own: readonly Visit[], without: Figures, withIt: Figures): string {
  if (own.length === 0)
    return 'It no longer fits without breaking a rule, or keeps more important work from its place.';
  const parts: string[] = [];
  const [km, hours] = [withIt.km - without.km, withIt.travelHours - without.travelHours];
  if (planned) {
    if (km <= -0.05 || hours <= -1 / 60) parts.push(`saves ${way(-km, -hours)} on the road`);
    if (without.lateHours - withIt.lateHours > 1 / 60)
      parts.push(`ends ${length(without.lateHours - withIt.lateHours)} less late`);
    if (without.overtimeHours - withIt.overtimeHours > 1 / 60)
      parts.push(`saves ${length(without.overtimeHours - withIt.overtimeHours)} of overtime`);
    if (without.unwanted > withIt.unwanted) parts.push('goes to a resource that is preferred');
    return sentence(parts.length > 0 ? parts : ['makes room for other work, or keeps to a rule that it broke']);
  }
  parts.push(km >= 0.05 ? `serves it for ${way(km, hours)} more on the road` : 'serves it on the way');
  if (preferred.length > 0 && own.some(({ resource }) => preferred.includes(resource)))
    parts.push('goes to a resource that is preferred');
  if (withIt.lateHours - without.lateHours > 1 / 60)
    parts.push(`is ${length(withIt.lateHours - without.lateHours)} late`);
  return sentence(parts);
}

const way = (km: number, hours: number): string => `${Math.max(0, km).toFixed(1)} km and ${length(Math.max(0, hours))}`;

function length(hours: number): string {
  const minutes = Math.round(hours * 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const sentence = (parts: readonly string[]): string => {
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

const distinct = (visits: readonly Visit[]): string[] => [...new Set(visits.map(({ task }) => task))];

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

import { formatInstant } from '../../domain/time/zone.ts';
import { MINUTE_MS } from '../availability/stretches.ts';
import { dependencyLimits } from './dependency-limits.ts';
import type { KeptDependencies, Question } from './question.ts';
import { type Answer, type Field, search } from './search.ts';
import type { TaskToPlan } from './slot-request.ts';

interface Asked {
  /** The window in minutes, before dependencies limit it. */
  readonly from: number;
  readonly till: number;
  readonly ms: number;
  readonly now: number;
  /** For moments in texts. */
  readonly zone: string;
}

/** The part of a window that the dependencies of a task leave, with what the search needs to explain it. */
export function withinDependencies(task: TaskToPlan, { from, till, ms, now, zone }: Asked) {
  const { isPlanned, timeZone } = task;
  const { earliest, latest, apart } = dependencyLimits(task.dependencies, { ms, isPlanned, now, zone: timeZone });
  if (!earliest && !latest && apart.size === 0) return { from, till, dependencies: undefined };
  const end = latest === undefined ? Number.POSITIVE_INFINITY : Math.floor(latest.at / MINUTE_MS);
  const begin = earliest === undefined ? Number.NEGATIVE_INFINITY : Math.ceil(earliest.at / MINUTE_MS);
  const must = [
    earliest && `start at ${formatInstant(zone, begin * MINUTE_MS)} or later (${earliest.task})`,
    latest && `end at ${formatInstant(zone, end * MINUTE_MS)} or earlier (${latest.task})`,
  ].filter((text) => text !== undefined);
  const tasks = new Set([earliest?.task, latest?.task, ...apart.values()].filter((name) => name !== undefined));
  const dependencies: KeptDependencies = {
    from,
    till,
    latest: end,
    apart,
    tasks: [...tasks].join(', '),
    reason: {
      rule: 'dependency',
      detail: `The resource is free only at times that break a dependency: the work must ${must.join(' and ')}.`,
      value: [...new Set([earliest?.task, latest?.task])].filter((name) => name !== undefined).join(', '),
    },
  };
  // Where nothing is left, the window is empty, and no longer than the one that was asked for.
  const inside = (minute: number): number => Math.min(Math.max(minute, from), Math.max(from, till));
  return { from: inside(begin), till: Math.min(till, inside(end)), dependencies };
}

/** The same question without dependencies. */
export const withoutDependencies = (question: Question): Question =>
  question.dependencies
    ? { ...question, from: question.dependencies.from, till: question.dependencies.till, dependencies: undefined }
    : question;

/** Resources that would have slots if they did not have to keep to the dependencies get that as their reason. */
export function withDependencyReasons(answer: Answer, field: Field, question: Question): Answer {
  const { dependencies } = question;
  const isLimited = dependencies && (dependencies.from < question.from || dependencies.till > question.till);
  if (!isLimited || answer.resources === answer.reasons.length) return answer;
  const { from, till, reason } = dependencies;
  const anyway = search(field, { ...question, from, till }, [], 0);
  return { ...answer, reasons: answer.reasons.map((own, rank) => own && (anyway.reasons[rank] ?? reason)) };
}

import { withoutDependencies } from './kept-dependencies.ts';
import type { Question } from './question.ts';
import { type Answer, type Field, search } from './search.ts';
import { normalise } from './weights.ts';

/** A change of the question that would give slots, and how many. */
export interface Relaxation {
  readonly change:
    | 'dropRequirement'
    | 'dropCertificate'
    | 'maxDistance'
    | 'window'
    | 'duration'
    | 'anybody'
    | 'dropDependencies'
    | 'dropLoads';
  readonly detail: string;
  /** The requirement, the tasks that are depended on, what is carried, the km, the minute until which to look, the minutes of work. */
  readonly value: string | number;
  readonly slots: number;
}

const WEEK = 7 * 1440;
/** So far beyond the window a later slot is looked for. */
export const LATER_MINUTES = 8 * WEEK;

/** What is the smallest change that would help? Each thing that was asked for is given up alone. */
export function relaxations(field: Field, question: Question): Relaxation[] {
  const ask = (change: Partial<Question>): Answer => {
    const asked = { ...question, ...change };
    return search(field, asked, normalise(undefined, asked), 1);
  };
  const found: Relaxation[] = [];
  const add = (answer: Answer, relaxation: Omit<Relaxation, 'slots'>): boolean => {
    if (answer.total > 0) found.push({ ...relaxation, slots: answer.total });
    return answer.total > 0;
  };
  for (const { text } of question.requirements) {
    const requirements = question.requirements.filter((each) => each.text !== text);
    add(ask({ requirements }), { change: 'dropRequirement', detail: `Without the requirement ${text}.`, value: text });
  }
  for (const no of question.certificates) {
    const certificates = question.certificates.filter((each) => each !== no);
    add(ask({ certificates }), { change: 'dropCertificate', detail: `Without the certificate ${no}.`, value: no });
  }
  if (question.maxKm !== undefined) {
    const nearest = nearestOf(field, question);
    if (nearest !== undefined)
      add(ask({ maxKm: nearest }), {
        change: 'maxDistance',
        detail: `With a distance of ${nearest} km in a straight line.`,
        value: nearest,
      });
  }
  if (question.among) add(ask({ among: undefined }), { change: 'anybody', detail: 'With any resource.', value: '' });
  if (question.dependencies)
    add(ask(withoutDependencies(question)), {
      change: 'dropDependencies',
      detail: `Without the dependencies on ${question.dependencies.tasks}.`,
      value: question.dependencies.tasks,
    });
  if (question.loads)
    add(ask({ loads: undefined }), {
      change: 'dropLoads',
      detail: `Without keeping to what resources can carry of ${question.loads.names}.`,
      value: question.loads.names,
    });
  // Beyond what dependencies allow, a longer window does not help.
  const last = Math.min(question.till + LATER_MINUTES, question.dependencies?.latest ?? Number.POSITIVE_INFINITY);
  for (let till = question.till + WEEK; till <= last; till += WEEK)
    if (add(ask({ till }), { change: 'window', detail: 'With a window that ends later.', value: till })) break;
  const shorter = longestStretch(question, (minutes) => ask({ minutes }).total > 0);
  if (shorter !== undefined)
    add(ask({ minutes: shorter }), { change: 'duration', detail: `With ${shorter} minutes of work.`, value: shorter });
  return found;
}

/** The least distance, in whole km, with which there are slots. */
function nearestOf(field: Field, question: Question): number | undefined {
  const everywhere = { ...question, maxKm: undefined };
  let [low, high] = [Math.floor(question.maxKm ?? 0), 20_040];
  const has = (maxKm: number): boolean =>
    search(field, { ...question, maxKm }, normalise(undefined, question), 1).total > 0;
  if (search(field, everywhere, normalise(undefined, everywhere), 1).total === 0 || !has(high)) return undefined;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (has(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The most work, on the grid, for which there is a slot. */
function longestStretch({ minutes, grid }: Question, has: (minutes: number) => boolean): number | undefined {
  let [low, high] = [0, Math.ceil(minutes / grid)];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (has(middle * grid)) low = middle;
    else high = middle;
  }
  return low === 0 ? undefined : low * grid;
}

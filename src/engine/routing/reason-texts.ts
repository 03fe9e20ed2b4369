import type { Explanation } from './explain.ts';
import type { Unit } from './units.ts';

/** Why tasks are not served, by the id of the engine's task. */
export type Reasons = Readonly<Record<string, readonly string[]>>;

/** What the engine calls the load of a van is here the work that a day takes. */
const inOurWords = (text: string): string => text.replace('no room in the van', 'its capacity of the day is used up');

export const reasonTexts = (explanations: readonly Explanation[]): Reasons =>
  Object.fromEntries(explanations.map(({ task, reasons }) => [task, reasons.map(({ detail }) => inOurWords(detail))]));

/** Tasks by the names that planners know, where the engine says its own. */
export const withNames = (text: string, units: ReadonlyMap<string, Unit>): string =>
  text.replace(/\b[at]\d+\b/g, (id) => {
    const task = units.get(id)?.task;
    return task ? `${task.jobNo}/${task.taskNo}` : id;
  });

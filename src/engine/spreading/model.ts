import type { Requirement } from '../routing/model.ts';

/**
 * Work without travel: budgets in minutes that are spread over the days of people, against what they can work and how busy they should be. Dates
 * are like 2026-07-01, and compare as text.
 */
export interface SpreadProblem {
  readonly people: readonly Person[];
  readonly budgets: readonly Budget[];
}

export interface Person {
  readonly id: string;
  /** In order. What is booked already is taken off the minutes. */
  readonly days: readonly { readonly date: string; readonly minutes: number }[];
  /** How much of a day should be taken at most, from 0 to 1. More is taken only where work would otherwise be late. */
  readonly target?: number;
  readonly skills?: readonly string[];
}

export interface Budget {
  readonly task: string;
  readonly minutes: number;
  /** The first day. */
  readonly earliest?: string;
  /** The day on which it should be done. */
  readonly due?: string;
  /** The last day on which it may be worked on. */
  readonly latest?: string;
  /** The higher, the sooner it gets its time. */
  readonly priority?: number;
  readonly requirements?: readonly Requirement[];
  readonly preferred?: readonly string[];
  readonly excluded?: readonly string[];
  /** The most of it that somebody does on a day. */
  readonly maxPerDay?: number;
}

interface Share {
  readonly task: string;
  readonly person: string;
  readonly date: string;
  readonly minutes: number;
}

export interface Spread {
  /** By task, then by date. One person does all of a task. */
  readonly shares: readonly Share[];
  /** Minutes for which there is no time. */
  readonly missing: readonly { readonly task: string; readonly minutes: number }[];
}

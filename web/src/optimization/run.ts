import type { Paths, Schemas } from '../api/schema.ts';

export type Run = Schemas['Optimization'];
export type RunLine = Paths['/optimization']['get']['answer'][number];
export type Proposal = NonNullable<Run['proposal']>;
export type Move = Proposal['moves'][number];
export type Figures = Proposal['before'];
export type PlanningBoard = Paths['/board']['get']['answer'];

export const isActive = ({ status }: Pick<Run, 'status'>): boolean => status === 'queued' || status === 'running';

/** What a planner calls a task: its numbers, and what it is about. */
export const nameOf = ({ jobNo, taskNo }: Move['task']): string => `${jobNo} / ${taskNo}`;

/** Under whom a move is listed: who gets the work, else who loses it. */
export const ownerOf = ({ resources, from }: Move): string => resources[0] ?? from?.resources[0] ?? '';

/** The window of a run, as requested. */
export const windowOf = ({ request }: Pick<Run, 'request'>): { start: string; end: string } => ({
  start: String(request['start']),
  end: String(request['end']),
});

/** The first moment after the window is midnight as a rule: the last day of it is the one before. */
export const lastMoment = (end: string): number => Date.parse(end) - 1;

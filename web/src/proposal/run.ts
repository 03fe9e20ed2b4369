import type { Paths, Schemas } from '../api/schema.ts';

export type Run = Schemas['Optimization'];
export type RunLine = Paths['/optimization']['get']['answer'][number];
export type Proposal = NonNullable<Run['proposal']>;
export type Move = Proposal['moves'][number];
export type PlanningBoard = Paths['/board']['get']['answer'];

export const isActive = ({ status }: Pick<Run, 'status'>): boolean => status === 'queued' || status === 'running';

/** The label of a task: job and task number. */
export const nameOf = ({ jobNo, taskNo }: Move['task']): string => `${jobNo} / ${taskNo}`;

/** The resource that a move is listed under: the new one, else the old one. */
export const ownerOf = ({ resources, from }: Move): string => resources[0] ?? from?.resources[0] ?? '';

/** The window of a run, as requested. */
export const windowOf = ({ request }: Pick<Run, 'request'>): { start: string; end: string } => ({
  start: String(request['start']),
  end: String(request['end']),
});

/** The end of the window is usually midnight, so its last day is the day before. */
export const lastMoment = (end: string): number => Date.parse(end) - 1;

import type { TaskKey, Visit, VisitName } from '../offline/action.ts';

/** How a worker calls a visit: what it is about, and for whom. */
export const labelOf = ({ appointment, task, customer, job }: Visit): string =>
  [
    appointment.subject?.trim() || task?.shortDescription || job?.shortDescription || appointment.appointmentNo,
    customer?.name,
  ]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 160);

export const nameOf = (visit: Visit): VisitName => ({
  appointmentId: visit.appointment.id,
  appointmentNo: visit.appointment.appointmentNo,
  label: labelOf(visit),
});

export const taskOf = ({ task }: Visit): TaskKey | null =>
  task ? { sourceApp: task.sourceApp, sourceType: task.sourceType, jobNo: task.jobNo, taskNo: task.taskNo } : null;

import { api } from '../api/client.ts';
import { draftOf } from '../api/draft.ts';
import { newId } from '../api/new-id.ts';
import type { FieldChange } from '../job-card/field-values.ts';
import type { ActionQueue } from './action-queue.ts';
import { createdIn, type OpenTask } from './actions.ts';
import type { Appointment } from './board-store.ts';
import { saveFields } from './job-card/save-fields.ts';
import { staffedBy } from './staffed-by.ts';

/** The values of the appointment dialog. */
export interface AppointmentForm {
  readonly subject: string;
  readonly start: number;
  readonly end: number;
  readonly resources: readonly string[];
  readonly category: string | null;
  readonly timeMarker: string | null;
  readonly importance: 0 | 1 | 2;
  readonly container: string;
  /** Values of the appointment's fields that changed. */
  readonly fields?: readonly FieldChange[];
  /** Stores the dependencies that changed, as a part of the action. */
  readonly saveDependencies?: ((actionId: string) => Promise<void>) | undefined;
}

const contentOf = ({ subject, start, end, category, timeMarker, importance }: AppointmentForm) => ({
  subject: subject.trim() === '' ? null : subject.trim(),
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  category,
  timeMarker,
  importance,
});

/** A task with the values that its appointments take from it. */
interface TaskToPlan extends OpenTask {
  readonly category: string | null;
  readonly timeMarker: string | null;
}

const keyOf = ({ sourceApp, sourceType, jobNo, taskNo }: OpenTask) => ({ sourceApp, sourceType, jobNo, taskNo });

/** Missing values come from the task: what the planner removed in the dialog is removed after that, in the same request. */
const clearedOf = (task: TaskToPlan | undefined, { category, timeMarker }: AppointmentForm) => ({
  ...(category === null && task && task.category !== null ? { category } : {}),
  ...(timeMarker === null && task && task.timeMarker !== null ? { timeMarker } : {}),
});

/** Creates an appointment of a task, or without one, with all its resources. It is undone as one. */
export function createAppointment(
  queue: ActionQueue,
  task: TaskToPlan | undefined,
  form: AppointmentForm,
): Promise<void> {
  const cleared = clearedOf(task, form);
  const [resourceNo, ...others] = form.resources;
  return queue.act('planned', 'all', async (actionId, created) => {
    const appointmentGuid = newId();
    const { category, timeMarker, subject, ...content } = contentOf(form);
    const answer = await api.post('/appointment', {
      body: [
        {
          ...{ appointmentGuid, ...content },
          ...(task ? keyOf(task) : {}),
          ...(resourceNo === undefined ? {} : { resourceNo }),
          ...(category === null ? {} : { category }),
          ...(timeMarker === null ? {} : { timeMarker }),
          ...(subject === null ? {} : { subject }),
        },
        ...(Object.keys(cleared).length === 0 ? [] : [{ appointmentGuid, ...cleared }]),
      ],
      actionId,
    });
    await join({ appointmentGuid }, others, form.container, actionId);
    await saveFields({ appointmentGuid }, form.fields ?? [], actionId);
    created(createdIn(answer));
  });
}

/** Updates the appointment, unless somebody else has changed it since the dialog opened. */
export function changeAppointment(queue: ActionQueue, before: Appointment, form: AppointmentForm): Promise<void> {
  const { id: appointmentId, version } = before;
  const gone = before.resources.filter((no) => !form.resources.includes(no));
  const isSame = gone.length === 0 && form.resources.length === before.resources.length;
  // A resource that stays comes first, so that its assignment stays too.
  const kept = form.resources.filter((no) => before.resources.includes(no));
  const staff = staffedBy(appointmentId, isSame ? [] : [...new Set([...kept, ...form.resources])]);
  const [container = ''] = before.containers;
  const left = container !== '' && container !== form.container.trim() ? container : undefined;
  const { saveDependencies } = form;
  // The lines of the board are read with the whole window.
  return queue.act(
    'changed',
    saveDependencies ? 'all' : [appointmentId],
    async (actionId) => {
      const ifMatch = queue.versions.after(appointmentId, version);
      const body = [{ appointmentId, ifMatch, ...contentOf(form), ...staff.first }, ...staff.joining];
      const changed = await api.post('/appointment', { body, actionId });
      queue.versions.note(changed);
      if (form.resources.length === 0 && gone.length > 0) {
        const left = await api.delete('/assignment', {
          body: gone.map((resourceNo) => ({
            ...{ appointmentId, resourceNo },
            ifMatch: changed.results[0]?.version ?? ifMatch,
          })),
          actionId,
        });
        // Assignments show the version of their appointment.
        for (const each of left.results)
          if (each.version !== undefined) queue.versions.add(appointmentId, each.version);
      }
      await saveFields({ appointmentId }, form.fields ?? [], actionId);
      await saveDependencies?.(actionId);
      await join({ appointmentId }, [], container === form.container.trim() ? '' : form.container, actionId);
      if (left !== undefined)
        await api.delete('/appointmentContainer', { body: { appointmentId, container: left }, actionId });
    },
    [appointmentId],
  );
}

async function join(
  appointment: { readonly appointmentId: number } | { readonly appointmentGuid: string },
  resources: readonly string[],
  container: string,
  actionId: string,
): Promise<void> {
  if (resources.length > 0)
    await api.post('/assignment', { body: resources.map((resourceNo) => ({ ...appointment, resourceNo })), actionId });
  const name = container.trim();
  if (name === '') return;
  // A draft has no containers of its own, so the appointment joins one that there is.
  if (draftOf(actionId) === undefined) await api.post('/container', { body: { name }, actionId });
  await api.post('/appointmentContainer', { body: { ...appointment, container: name }, actionId });
}

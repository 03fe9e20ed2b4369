import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { ActionQueue } from './action-queue.ts';
import type { OpenTask } from './actions.ts';
import type { Appointment } from './board-store.ts';
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
}

const contentOf = ({ subject, start, end, category, timeMarker, importance }: AppointmentForm) => ({
  subject: subject.trim() === '' ? null : subject.trim(),
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  category,
  timeMarker,
  importance,
});

/** Creates an appointment of a task with all its resources. It is undone as one. */
export function createAppointment(queue: ActionQueue, task: OpenTask, form: AppointmentForm): Promise<void> {
  const { sourceApp, sourceType, jobNo, taskNo } = task;
  const [resourceNo, ...others] = form.resources;
  return queue.act('planned', 'all', async (actionId) => {
    const appointmentGuid = newId();
    const { category, timeMarker, subject, ...content } = contentOf(form);
    await api.post('/appointment', {
      body: {
        ...{ appointmentGuid, sourceApp, sourceType, jobNo, taskNo, ...content },
        ...(resourceNo === undefined ? {} : { resourceNo }),
        // Missing values come from the task.
        ...(category === null ? {} : { category }),
        ...(timeMarker === null ? {} : { timeMarker }),
        ...(subject === null ? {} : { subject }),
      },
      actionId,
    });
    await join({ appointmentGuid }, others, form.container, actionId);
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
  return queue.act('changed', [appointmentId], async (actionId) => {
    const { results } = await api.post('/appointment', {
      body: [{ appointmentId, ifMatch: version, ...contentOf(form), ...staff.first }, ...staff.joining],
      actionId,
    });
    if (form.resources.length === 0 && gone.length > 0) {
      const ifMatch = results[0]?.version ?? version;
      await api.delete('/assignment', {
        body: gone.map((resourceNo) => ({ appointmentId, resourceNo, ifMatch })),
        actionId,
      });
    }
    await join({ appointmentId }, [], container === form.container.trim() ? '' : form.container, actionId);
    if (left !== undefined)
      await api.delete('/appointmentContainer', { body: { appointmentId, container: left }, actionId });
  });
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
  await api.post('/container', { body: { name }, actionId });
  await api.post('/appointmentContainer', { body: { ...appointment, container: name }, actionId });
}

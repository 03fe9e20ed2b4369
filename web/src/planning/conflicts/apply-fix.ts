import { api } from '../../api/client.ts';
import type { ActionQueue } from '../action-queue.ts';
import { staffedBy } from '../staffed-by.ts';
import type { Fix } from './queries.ts';

/** Applies a fix as an ordinary action of the planner: with the version that it was computed for, and it can be undone. */
export function applyFix(queue: ActionQueue, fix: Fix): Promise<void> {
  const { type, appointmentId, version, start, end, resources, resourceNo } = fix;
  if (type === 'extendDay')
    return queue.act('changed', 'all', async (actionId) => {
      await api.post('/extendedDay', { body: { resourceNo: resourceNo ?? '', start, end }, actionId });
    });
  return queue.act('moved', [appointmentId], async (actionId) => {
    const { first, joining } = type === 'resource' ? staffedBy(appointmentId, resources) : { first: {}, joining: [] };
    await api.post('/appointment', {
      body: [{ appointmentId, ifMatch: version, start, end, ...first }, ...joining],
      actionId,
    });
  });
}

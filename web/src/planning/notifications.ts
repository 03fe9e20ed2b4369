import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import type { BoardStore } from './board-store.ts';

type Notification = Schemas['Notification'];

/** A notification, and the bars of the window that it concerns: none if it concerns the whole tenant. */
export interface BarMessage {
  readonly notification: Notification;
  readonly ids: readonly number[];
}

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: () => api.get('/notification', { query: { limit: 1000, sort: 'date:desc' } }),
});

/** Notifications of the tenant, and about appointments of the window, their tasks or jobs. Most severe and newest first. */
export function messagesOf(notifications: readonly Notification[], store: BoardStore): BarMessage[] {
  const bars = [...store.data.bars.keys()].flatMap((id) => store.appointment(id) ?? []);
  const fold = (...parts: readonly (string | null)[]): string => parts.join('\n').toLowerCase();
  const byJob = Map.groupBy(bars, ({ sourceApp, sourceType, jobNo }) => fold(sourceApp, sourceType, jobNo));
  const byGuid = new Map(bars.map((bar) => [bar.appointmentGuid, bar]));
  return notifications
    .flatMap((notification): BarMessage[] => {
      const { appointmentId, appointmentGuid, sourceApp, sourceType, jobNo, taskNo } = notification;
      const own = appointmentId === null ? byGuid.get(appointmentGuid ?? '')?.id : appointmentId;
      if (own !== undefined) return store.appointment(own) ? [{ notification, ids: [own] }] : [];
      if (!jobNo) return appointmentGuid === null ? [{ notification, ids: [] }] : [];
      const ids = (byJob.get(fold(sourceApp, sourceType, jobNo)) ?? [])
        .filter((bar) => !taskNo || fold(bar.taskNo) === fold(taskNo))
        .map(({ id }) => id);
      return ids.length > 0 ? [{ notification, ids }] : [];
    })
    .sort((a, b) => b.notification.type - a.notification.type);
}

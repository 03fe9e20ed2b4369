import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { Schemas } from '../api/schema.ts';
import { useFormat } from '../kit/use-format.ts';
import type { BoardStore } from './board-store.ts';
import { usePlanningTexts } from './texts.ts';

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

interface Props {
  readonly store: BoardStore;
  readonly selected: ReadonlySet<number>;
  onSelect(ids: readonly number[]): void;
}

/** Notifications from back office, connectors and the service itself, each with a link to its bars of the window. */
export function NotificationList({ store, selected, onSelect }: Props) {
  const own = usePlanningTexts();
  const format = useFormat();
  const { data = [] } = useQuery(notificationsQuery);
  const messages = messagesOf(data, store);
  if (messages.length === 0) return <p className="dock-empty">{own.noNotifications}</p>;
  return (
    <ul className="violations" aria-label={own.notifications}>
      {messages.slice(0, 500).map(({ notification: { id, type, text, code, jobNo, date }, ids }) => (
        <li key={id} className={ids.some((each) => selected.has(each)) ? 'task-selected' : undefined}>
          <button type="button" onClick={() => onSelect(ids)}>
            <span className={`notice notice-${type}`}>{own.severities[type]}</span>
            <span className="notice-when">{format.moment(date)}</span>
            <span dir="auto">{(text ?? code ?? '').slice(0, 300)}</span>
            <span className="notice-about" dir="auto">
              {(ids.length > 1 ? jobNo : store.bar(ids[0] ?? 0)?.subject)?.slice(0, 80)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

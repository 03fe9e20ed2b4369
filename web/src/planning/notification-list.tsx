import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../kit/use-format.ts';
import type { BoardStore } from './board-store.ts';
import { messagesOf, notificationsQuery } from './notifications.ts';
import { usePlanningTexts } from './texts.ts';

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

import { clockText } from '../../dates/clock-text.ts';
import { worded } from '../../dates/worded.ts';
import type { BoardStore } from '../board-store.ts';
import type { UndoTexts } from './texts.ts';
import type { OwnAction } from './undo-list.ts';

interface Naming {
  readonly store: Pick<BoardStore, 'bar' | 'data'>;
  readonly zone: string;
  readonly language: string;
  readonly texts: UndoTexts;
}

const isPlaced = ({ action }: OwnAction): boolean => action === 'created' || action === 'moved';

/** What an action did, as a planner would say it: `Pump → Rania, Wed 10:00`, or `3 appointments`. */
export function actionName(action: OwnAction, { store, zone, language, texts }: Naming): string {
  if (action.appointments > 1) return texts.appointments(action.appointments);
  const bar = action.appointmentId === null ? undefined : store.bar(action.appointmentId);
  const subject = (action.subject ?? bar?.subject ?? '').slice(0, 60);
  if (!isPlaced(action)) return subject;
  const names = (action.resources ?? bar?.resources ?? []).map(
    (no) => store.data.resources.find((each) => each.no === no)?.name ?? no,
  );
  const start = action.start === null ? bar?.start : Date.parse(action.start);
  const target = [
    names.slice(0, 3).join(' + ').slice(0, 80),
    start === undefined ? '' : momentText(language, zone, start),
  ];
  return [subject, target.filter((part) => part !== '').join(', ')].filter((part) => part !== '').join(' → ');
}

/** With its verb, where no title says it: `Moved: Pump → Rania, Wed 10:00`. */
export const actionSentence = (action: OwnAction, naming: Naming): string =>
  [naming.texts.verbs[action.action], actionName(action, naming)].filter((part) => part !== '').join(': ');

/** In a menu: `Pump → Rania, Wed 10:00`, and with the verb where no arrow says it: `Pump · Deleted`, `3 appointments · Moved`. */
export const actionEntry = (action: OwnAction, naming: Naming): string =>
  [
    actionName(action, naming),
    ...(isPlaced(action) && action.appointments === 1 ? [] : [naming.texts.verbs[action.action]]),
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** Wed 10:00 */
export const momentText = (language: string, zone: string, instant: number): string =>
  `${worded('shortWeekday', language, instant, zone)} ${clockText(zone, instant)}`;

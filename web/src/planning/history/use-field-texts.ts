import { formatIn } from '../../dates/format.ts';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { useCaptions } from '../../kit/use-captions.ts';
import type { BoardStore } from '../board-store.ts';
import { usePlanningTexts } from '../texts.ts';
import type { ChangedField } from './changed-fields.ts';
import { useHistoryTexts } from './texts.ts';

const LONGEST = 120;
const fold = (name: string): string => name.trimEnd().toLowerCase();

/** A changed field in the words of the user: "Start: Wed 3 Jun 10:00 → Thu 4 Jun 09:00". */
export function useFieldTexts(store: BoardStore, zone: string): (changed: ChangedField) => string {
  const texts = useTexts();
  const planning = usePlanningTexts();
  const own = useHistoryTexts();
  const caption = useCaptions();
  const { locale } = useLocale();
  const { day, clock } = formatIn(zone, locale);
  const named: Readonly<Record<string, string>> = {
    ...own.fields,
    start: texts.start,
    end: texts.end,
    task: texts.task,
    subject: texts.subject,
    locked: texts.locked,
    importance: texts.importance,
    category: caption('category', texts.category),
    timeMarker: caption('timeMarker', texts.timeMarker),
  };
  const resourceName = (no: string): string => store.data.resources.find((each) => each.no === no)?.name ?? no;
  const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
  const shown = (field: string, value: unknown): string => {
    if (field === 'resources') return listOf(value).map(resourceName).join(', ') || own.empty;
    if (value === null || value === undefined || value === '') return own.empty;
    if (field === 'start' || field === 'end') return `${day(String(value))} ${clock(String(value))}`;
    if (field === 'importance') return planning.importances[Number(value)] ?? String(value);
    if (field === 'category')
      return store.categories.find(({ name }) => fold(name) === fold(String(value)))?.displayName ?? String(value);
    if (typeof value === 'boolean') return value ? own.yes : own.no;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const nameOf = ({ field, before, after }: ChangedField): string =>
    field === 'resources'
      ? own.resources[Math.max(listOf(before).length, listOf(after).length) > 1 ? 'other' : 'one']
      : (named[field] ?? field);
  return (changed) => {
    const [before, after] = [changed.before, changed.after].map((value) =>
      shown(changed.field, value).slice(0, LONGEST),
    );
    return `${nameOf(changed)}: ${changed.isFirst ? after : `${before} → ${after}`}`;
  };
}

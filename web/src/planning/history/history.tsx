import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatIn } from '../../dates/format.ts';
import { Icon } from '../../frame/icons.tsx';
import { useLocale, useTexts } from '../../i18n/language.ts';
import { useMay } from '../../session/may.ts';
import type { BoardStore } from '../board-store.ts';
import { usePlanningTexts } from '../texts.ts';
import { type ChangedField, changedFields, firstResources, type HistoryChange } from './changed-fields.ts';
import { useHistoryTexts } from './texts.ts';
import { useFieldTexts } from './use-field-texts.ts';

interface Props {
  readonly id: number;
  readonly version: number;
  readonly store: BoardStore;
  readonly zone: string;
  onUndo(number: number): void;
}

const SHOWN = 12;

/** The history of an appointment, newest first: who changed what, from what to what. Each change can be undone. */
export function History({ id, version, store, zone, onUndo }: Props) {
  const texts = useTexts();
  const planning = usePlanningTexts();
  const own = useHistoryTexts();
  const { locale } = useLocale();
  const format = formatIn(zone, locale);
  const textOf = useFieldTexts(store, zone);
  const { data = [] } = useQuery({
    queryKey: ['history', id, version],
    queryFn: () => api.get('/appointment/{name}/history', { path: { name: String(id) } }),
  });
  const mark = useMay()('details.undo');
  const fieldsOf = (change: HistoryChange): ChangedField[] => {
    const fields = changedFields(change);
    if (change.action !== 'created') return fields;
    const first = firstResources(data, store.bar(id)?.resources ?? []);
    return first.length === 0 ? fields : [...fields, { field: 'resources', before: null, after: first, isFirst: true }];
  };
  return (
    <section className="details-history">
      <h3>{texts.history}</h3>
      <ol>
        {[...data]
          .sort((a, b) => b.number - a.number)
          .slice(0, SHOWN)
          .map((change) => (
            <li key={change.number}>
              <time dateTime={change.at}>{format.moment(change.at)}</time>{' '}
              {change.actor.replace(/^\w+:/, '').slice(0, 80)}
              {change.sentFromBackOffice && ` (${own.byBackOffice})`}
              {mark && (
                <ActionIcon
                  {...mark}
                  className="details-undo"
                  variant="subtle"
                  color="gray"
                  size={18}
                  title={planning.undoThis}
                  aria-label={`${planning.undoThis}: ${format.moment(change.at)}`}
                  onClick={() => onUndo(change.number)}
                >
                  <Icon name="undo" size={12} />
                </ActionIcon>
              )}
              {kindOf(change, own) && <span className="details-fields">{kindOf(change, own)}</span>}
              {fieldsOf(change).map((field) => (
                <span key={field.field} className="details-fields" dir="auto">
                  {textOf(field)}
                </span>
              ))}
            </li>
          ))}
      </ol>
    </section>
  );
}

function kindOf(
  { action, undoes }: { readonly action: string; readonly undoes?: readonly number[] | null },
  own: ReturnType<typeof useHistoryTexts>,
): string | undefined {
  const isUndo = (undoes ?? []).length > 0;
  if (action === 'created') return isUndo ? own.restored : own.created;
  return isUndo ? own.undone : undefined;
}

import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { timesText } from '../board/ghost-lines.ts';
import type { Bar } from '../board/types.ts';
import { Icon } from '../frame/icons.tsx';
import { useLocale, useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useMay } from '../session/may.ts';
import type { PlanningActions } from './actions.ts';
import type { BoardStore } from './board-store.ts';
import { usePlanningTexts } from './texts.ts';

interface Props {
  readonly store: BoardStore;
  readonly bars: readonly Bar[];
  readonly zone: string;
  readonly actions: PlanningActions;
  onEdit(id: number): void;
  onUndoChange(number: number): void;
}

/** All details of one appointment, or the bulk actions of several. */
export function Details({ store, bars, zone, actions, onEdit, onUndoChange }: Props) {
  const texts = useTexts();
  const caption = useCaptions();
  const { locale: language } = useLocale();
  const [only] = bars;
  if (!only) return <p className="dock-empty">{texts.noSelection}</p>;
  const appointment = store.appointment(only.id);
  const names = new Map(store.data.resources.map(({ no, name }) => [no, name]));
  const facts: [string, string][] =
    bars.length > 1 || !appointment
      ? []
      : [
          [texts.start, timesText({ language, zone }, only)],
          [texts.resource, only.resources.map((no) => names.get(no) ?? no).join(', ')],
          [caption('jobNo', texts.job), `${appointment.jobNo} / ${appointment.taskNo}`],
          [texts.number, appointment.appointmentNo],
          ...(only.containers.length > 0 ? [[texts.container, only.containers.join(', ')] as [string, string]] : []),
          [texts.version, String(only.version)],
        ];
  return (
    <div className="details">
      <section className="details-main">
        <h2 dir="auto">{bars.length > 1 ? texts.countSelected(bars.length) : only.subject.slice(0, 400)}</h2>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value.slice(0, 300)}</dd>
            </div>
          ))}
        </dl>
        {bars.length === 1 && only.warnings.length > 0 && (
          <ul className="details-warnings">
            {only.warnings.map(({ severity, message }) => (
              <li key={message} className={`wrong-${severity}`} dir="auto">
                {message.slice(0, 400)}
              </li>
            ))}
          </ul>
        )}
      </section>
      <EditSection store={store} bars={bars} actions={actions} onEdit={onEdit} />
      {bars.length === 1 && <History id={only.id} version={only.version} zone={zone} onUndo={onUndoChange} />}
    </div>
  );
}

/** Actions for all selected bars. */
function EditSection({ store, bars, actions, onEdit }: Pick<Props, 'store' | 'bars' | 'actions' | 'onEdit'>) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const caption = useCaptions();
  const [only] = bars;
  const ids = bars.map(({ id }) => id);
  const may = useMay();
  const allLocked = bars.every(({ locked }) => locked);
  const same = (values: readonly (string | null)[]): string => (new Set(values).size === 1 ? (values[0] ?? '') : '');
  if (!may('details.change')) return null;
  return (
    <section className="details-edit" {...may('details.change')}>
      <NativeSelect
        size="xs"
        label={caption('category', texts.category)}
        value={same(bars.map(({ category }) => category))}
        disabled={allLocked}
        onChange={(event) =>
          event.currentTarget.value !== '' && void actions.setCategory(ids, event.currentTarget.value)
        }
        data={[
          { value: '', label: '–' },
          ...store.categories.map(({ name, displayName }) => ({ value: name, label: displayName })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={caption('timeMarker', texts.timeMarker)}
        value={same(ids.map((id) => store.appointment(id)?.timeMarker ?? null))}
        disabled={allLocked}
        onChange={(event) => void actions.setTimeMarker(ids, event.currentTarget.value || null)}
        data={[
          { value: '', label: texts.none },
          ...store.timeMarkers.map(({ name }) => ({ value: name, label: name })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={texts.importance}
        value={same(ids.map((id) => String(store.appointment(id)?.importance ?? 0)))}
        disabled={allLocked}
        onChange={({ currentTarget: { value } }) =>
          value !== '' && void actions.setImportance(ids, Number(value) as 0 | 1 | 2)
        }
        data={[
          { value: '', label: '–' },
          ...[1, 0, 2].map((value) => ({ value: String(value), label: own.importances[value] ?? '' })),
        ]}
      />
      <div className="details-buttons">
        {only && bars.length === 1 && (
          <Button {...may('details.edit')} size="compact-xs" disabled={allLocked} onClick={() => onEdit(only.id)}>
            {texts.edit}
          </Button>
        )}
        <Button
          {...may('details.lock')}
          size="compact-xs"
          variant="default"
          onClick={() => void actions.lock(ids, !allLocked)}
        >
          {allLocked ? texts.unlock : texts.lock}
        </Button>
        <Button
          {...may('details.delete')}
          size="compact-xs"
          variant="default"
          disabled={allLocked}
          onClick={() => void actions.remove(ids)}
        >
          {texts.remove}
        </Button>
      </div>
    </section>
  );
}

interface HistoryProps {
  readonly id: number;
  readonly version: number;
  readonly zone: string;
  onUndo(number: number): void;
}

/** The history of an appointment, newest first; each change can be undone. */
function History({ id, version, zone, onUndo }: HistoryProps) {
  const texts = useTexts();
  const own = usePlanningTexts();
  const { locale: language } = useLocale();
  const { data = [] } = useQuery({
    queryKey: ['history', id, version],
    queryFn: () => api.get('/appointment/{name}/history', { path: { name: String(id) } }),
  });
  const mark = useMay()('details.undo');
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (
    <section className="details-history">
      <h3>{texts.history}</h3>
      <ol>
        {[...data]
          .sort((a, b) => b.number - a.number)
          .slice(0, 12)
          .map(({ number, at, actor, after }) => (
            <li key={number}>
              <time dateTime={at}>{format.format(Date.parse(at))}</time> {actor.replace(/^\w+:/, '')}
              {mark && (
                <ActionIcon
                  {...mark}
                  className="details-undo"
                  variant="subtle"
                  color="gray"
                  size={18}
                  title={own.undoThis}
                  aria-label={`${own.undoThis}: ${format.format(Date.parse(at))}`}
                  onClick={() => onUndo(number)}
                >
                  <Icon name="undo" size={12} />
                </ActionIcon>
              )}
              <span className="details-fields">
                {Object.keys(after ?? {})
                  .filter((name) => !/^(id|version)$/.test(name))
                  .slice(0, 5)
                  .join(', ')}
              </span>
            </li>
          ))}
      </ol>
    </section>
  );
}

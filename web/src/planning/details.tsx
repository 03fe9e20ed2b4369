import { Button, NativeSelect } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { openMoment } from '../api/as-of.ts';
import { timesText } from '../board/ghost-lines.ts';
import type { Bar } from '../board/types.ts';
import { useLocale, useTexts } from '../i18n/language.ts';
import { useCaptions } from '../kit/use-captions.ts';
import { useMay } from '../session/may.ts';
import type { ActionQueue } from './action-queue.ts';
import type { PlanningActions } from './actions.ts';
import type { BoardStore } from './board-store.ts';
import { History } from './history/history.tsx';
import { usePlanningTexts } from './texts.ts';

const DetailsCard = lazy(() => import('./job-card/details-card.tsx').then((file) => ({ default: file.DetailsCard })));

interface Props {
  readonly store: BoardStore;
  readonly bars: readonly Bar[];
  /** The selected open task; its card is shown while no bar is selected. */
  readonly task: { readonly id: number } | undefined;
  readonly queue: ActionQueue;
  readonly zone: string;
  readonly actions: PlanningActions;
  onEdit(id: number): void;
  onUndoChange(number: number): void;
}

/** All details of one appointment, or the bulk actions of several. */
export function Details({ store, bars, task, queue, zone, actions, onEdit, onUndoChange }: Props) {
  const texts = useTexts();
  const caption = useCaptions();
  const { locale: language } = useLocale();
  const [only] = bars;
  // The card shows the present.
  const withCard = openMoment() === undefined;
  if (!only && task && withCard)
    return (
      <div className="details-task">
        <Suspense>
          <DetailsCard of={{ task: task.id }} queue={queue} />
        </Suspense>
      </div>
    );
  if (!only) return <p className="dock-empty">{texts.noSelection}</p>;
  const appointment = store.appointment(only.id);
  const names = new Map(store.data.resources.map(({ no, name }) => [no, name]));
  const facts: [string, string][] =
    bars.length > 1 || !appointment
      ? []
      : [
          [texts.start, timesText({ language, zone }, only)],
          [texts.resource, only.resources.map((no) => names.get(no) ?? no).join(', ')],
          ...(appointment.jobNo === null
            ? []
            : [[caption('jobNo', texts.job), `${appointment.jobNo} / ${appointment.taskNo}`] as [string, string]]),
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
        {bars.length === 1 && withCard && (
          <Suspense>
            <DetailsCard of={{ appointment: only.id }} queue={queue} />
          </Suspense>
        )}
      </section>
      <EditSection store={store} bars={bars} actions={actions} onEdit={onEdit} />
      {bars.length === 1 && (
        <History id={only.id} version={only.version} store={store} zone={zone} onUndo={onUndoChange} />
      )}
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

import { Alert, Button, Checkbox, Group, Loader, Modal } from '@mantine/core';
import { useTexts } from '../../i18n/language.ts';
import { useFormat } from '../../kit/use-format.ts';
import { useNotify } from '../../kit/use-notify.ts';
import type { MapLabels } from '../../map-view/scene.ts';
import './route-preview.css';
import { useRoutePlanTexts } from './texts.ts';
import { isChanged, type useRoutePlan } from './use-route-plan.tsx';

type Planning = ReturnType<typeof useRoutePlan>;
type Plan = NonNullable<Planning['preview']['data']>['plan'];

/** The day as it would be: times, what it saves, and what does not fit. */
export function RoutePreview({ planning, name, words }: { planning: Planning; name: string; words: MapLabels }) {
  const texts = useRoutePlanTexts();
  const common = useTexts();
  const { messageOf } = useNotify();
  const { wish, preview, overtime, isSaving } = planning;
  const plan = preview.data?.plan;
  const title =
    wish?.type === 'add'
      ? texts.added(wish.task.subject.slice(0, 120))
      : wish?.type === 'optimise'
        ? texts.optimised
        : texts.order;
  const canSave = plan !== undefined && plan.misfits.length === 0 && plan.changed > 0 && !preview.isFetching;
  return (
    <Modal
      opened={wish !== undefined}
      onClose={planning.close}
      title={`${title} · ${name.slice(0, 80)}`}
      closeButtonProps={{ 'aria-label': common.close }}
      size="lg"
    >
      {preview.isError && (
        <Alert color="red" role="alert">
          {isChanged(preview.error) ? texts.changed : messageOf(preview.error)}
        </Alert>
      )}
      {!plan && !preview.isError && <Loader size="sm" aria-label={common.loading} />}
      {plan && <Times plan={plan} words={words} />}
      <Group justify="space-between" mt="md">
        {plan && (plan.misfits.length > 0 || overtime) ? (
          <Checkbox
            label={texts.overtime}
            checked={overtime}
            onChange={(event) => planning.setOvertime(event.currentTarget.checked)}
          />
        ) : (
          <span />
        )}
        <Group>
          <Button variant="default" onClick={planning.close}>
            {common.cancel}
          </Button>
          <Button data-autofocus disabled={!canSave} loading={isSaving} onClick={() => void planning.save()}>
            {texts.save}
          </Button>
        </Group>
      </Group>
    </Modal>
  );
}

function Times({ plan, words }: { plan: Plan; words: MapLabels }) {
  const texts = useRoutePlanTexts();
  const format = useFormat();
  const misfits = new Set(plan.misfits.map(({ appointmentId }) => appointmentId));
  return (
    <>
      <ol className="route-preview">
        {plan.stops.map(({ appointmentId, name, start, end, from, isFixed, travel }) => (
          <li
            key={appointmentId ?? 'new'}
            className={from === null || from !== start ? 'route-preview-changed' : ''}
            data-misfit={misfits.has(appointmentId) || undefined}
          >
            <span className="route-preview-travel">{travel && words.travel(travel)}</span>
            <span className="route-preview-time">
              {format.clock(start)}–{format.clock(end)}
            </span>
            <span className="route-preview-name" dir="auto">
              {name.slice(0, 200)}
            </span>
            <span className="route-preview-was">
              {isFixed
                ? texts.fixed
                : from === null
                  ? texts.isNew
                  : from === start
                    ? ''
                    : texts.was(format.clock(from))}
            </span>
          </li>
        ))}
      </ol>
      <p className="route-preview-saved" role="status">
        <Saved plan={plan} words={words} />
      </p>
      {plan.misfits.length > 0 && (
        <Alert color="orange" title={texts.misfits}>
          <ul className="route-preview-misfits">
            {plan.misfits.map(({ appointmentId, name, reason, detail }) => (
              <li key={`${appointmentId} ${reason}`}>
                {[name.slice(0, 120), texts.reasons[reason]].filter(Boolean).join(': ')}
                {detail && <small>{detail.slice(0, 300)}</small>}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function Saved({ plan, words }: { plan: Plan; words: MapLabels }) {
  const texts = useRoutePlanTexts();
  const { metres, seconds } = plan.saved;
  if (plan.changed === 0 && plan.misfits.length === 0) return texts.unchanged;
  if (metres === 0 && seconds === 0) return texts.same;
  const travel = words.travel({ metres: Math.abs(metres), seconds: Math.abs(seconds), estimated: false });
  return (seconds === 0 ? metres : seconds) > 0 ? texts.saved(travel) : texts.more(travel);
}

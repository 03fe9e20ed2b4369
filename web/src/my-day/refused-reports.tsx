import { Button } from '@mantine/core';
import { ApiError } from '../api/client.ts';
import { Card } from '../kit/page.tsx';
import { useErrorMessage } from '../messages/error-message.ts';
import type { Action, Day } from '../offline/action.ts';
import { useMyDayTexts } from './texts.ts';
import { timeOnly } from './time-only.ts';
import type { MyDay } from './use-my-day.ts';

interface Props {
  readonly myDay: MyDay;
  readonly running: Day['running'];
}

/** Reports that the service refused, with the reason. They stay until the worker decides. */
export function RefusedReports({ myDay: { device, state, days }, running }: Props) {
  const texts = useMyDayTexts();
  const messageOf = useErrorMessage();
  const labelOf = useReportLabel();
  const held = state.actions.filter(({ id, deed }) => state.held.has(id) && 'visit' in deed);
  if (held.length === 0) return null;
  const keepTime = async (action: Action): Promise<void> => {
    if (action.deed.kind !== 'visit') return;
    for (const [id, details] of timeOnly(held, action.deed.visit.appointmentId, running ?? undefined))
      await device.again(id, details);
  };
  /** With the start that the visit has now, which the worker has seen. */
  const again = (action: Action): Promise<void> => {
    const { deed } = action;
    if (deed.kind !== 'visit') return device.again(action.id);
    const visit = days
      .flatMap(({ visits }) => visits)
      .find(({ appointment: { id } }) => id === deed.visit.appointmentId);
    return device.again(action.id, { ...deed, plannedStart: visit?.appointment.start ?? deed.plannedStart });
  };
  return (
    <Card title={`${texts.refused} (${held.length})`}>
      <ul className="my-day-list">
        {held.map((action) => {
          const { id, refusal, failure, deed } = action;
          const what = labelOf(action);
          return (
            <li key={id}>
              <strong dir="auto">{what}</strong>
              <p role={refusal === undefined ? undefined : 'alert'}>
                {refusal === undefined
                  ? texts.behind
                  : failure
                    ? messageOf(new ApiError(failure.status, failure.body))
                    : refusal}
              </p>
              <div className="my-day-choices">
                {refusal !== undefined && (
                  <>
                    {deed.kind === 'visit' && deed.task && deed.state !== 'notPossible' && (
                      <Button aria-label={`${texts.timeOnly}: ${what}`} onClick={() => void keepTime(action)}>
                        {texts.timeOnly}
                      </Button>
                    )}
                    <Button
                      variant="default"
                      aria-label={`${texts.tryAgain}: ${what}`}
                      onClick={() => void again(action)}
                    >
                      {texts.tryAgain}
                    </Button>
                  </>
                )}
                <Button
                  variant="subtle"
                  color="red"
                  aria-label={`${texts.discard}: ${what}`}
                  onClick={() => void device.drop(id)}
                >
                  {texts.discard}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function useReportLabel(): (action: Action) => string {
  const texts = useMyDayTexts();
  return ({ deed }) => {
    if (!('visit' in deed)) return '';
    const what =
      deed.kind === 'visit'
        ? texts.states[deed.state]
        : deed.kind === 'fields'
          ? texts.fieldsOf
          : deed.of === 'photo'
            ? texts.photoOf
            : texts.signatureOf;
    return `${what} · ${deed.visit.label}`;
  };
}

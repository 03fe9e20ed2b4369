import { Button } from '@mantine/core';
import { ApiError } from '../../api/client.ts';
import { clockText } from '../../dates/clock-text.ts';
import { Card } from '../../kit/page.tsx';
import { useErrorMessage } from '../../messages/error-message.ts';
import type { Action, Task, TaskKey } from '../../offline/action.ts';
import { type Device, type DeviceState, DOUBTFUL } from '../../offline/device.ts';
import { useTimerTexts } from '../timer/texts.ts';
import { useStatusTexts } from './status.ts';
import { taskLabel } from './task-label.ts';
import { useTimesheetTexts } from './texts.ts';

interface Props {
  readonly zone: string;
  readonly device: Device;
  readonly state: DeviceState;
  taskOf(task: TaskKey): Task | undefined;
  onCorrect(action: Action): void;
}

/** Actions that the service refused, with the reason. They stay until the user decides. */
export function RefusedActions({ zone, device, state, taskOf, onCorrect }: Props) {
  const texts = useTimesheetTexts();
  const labelOf = useActionLabel(zone, taskOf);
  const messageOf = useErrorMessage();
  const reasonOf = ({ failure, refusal }: Action): string | undefined =>
    failure ? messageOf(new ApiError(failure.status, failure.body)) : refusal;
  const held = state.actions.filter(({ id }) => state.held.has(id));
  if (held.length === 0) return null;
  return (
    <Card title={`${texts.refused} (${held.length})`}>
      <p className="ts-hint">{texts.refusedHint}</p>
      <ul className="ts-list">
        {held.map((action) => {
          const { id, refusal, deed: details } = action;
          const what = labelOf(details);
          return (
            <li key={id} className="ts-entry">
              <strong className="ts-text">{what}</strong>
              <p className="ts-message" role={refusal === undefined ? undefined : 'alert'}>
                {refusal === undefined ? texts.behind : refusal === DOUBTFUL ? texts.doubtful : reasonOf(action)}
              </p>
              <div className="ts-moves">
                {refusal !== undefined &&
                  (details.kind === 'start' || details.kind === 'add' || details.kind === 'edit') && (
                    <Button
                      size="compact-sm"
                      aria-label={`${texts.correct}: ${what}`}
                      onClick={() => onCorrect(action)}
                    >
                      {texts.correct}
                    </Button>
                  )}
                {refusal !== undefined && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${texts.tryAgain}: ${what}`}
                    onClick={() => void device.again(id)}
                  >
                    {texts.tryAgain}
                  </Button>
                )}
                <DropButton what={what} onDrop={() => void device.drop(id)} />
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Actions that wait until the device is online. They can still be discarded. */
export function PendingActions({ zone, device, state, taskOf }: Omit<Props, 'onCorrect'>) {
  const texts = useTimesheetTexts();
  const labelOf = useActionLabel(zone, taskOf);
  const waiting = state.actions.filter(({ id }) => !state.held.has(id) && !state.sent.has(id));
  if (state.isOnline || waiting.length === 0) return null;
  return (
    <Card title={`${texts.waiting} (${waiting.length})`}>
      <ul className="ts-list">
        {waiting.map(({ id, deed: details }) => (
          <li key={id} className="ts-session">
            <span className="ts-line-what">
              <span className="ts-text">{labelOf(details)}</span>
            </span>
            <DropButton what={labelOf(details)} onDrop={() => void device.drop(id)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DropButton({ what, onDrop }: { what: string; onDrop(): void }) {
  const { drop } = useTimesheetTexts();
  return (
    <Button size="compact-sm" variant="subtle" color="red" aria-label={`${drop}: ${what}`} onClick={onDrop}>
      {drop}
    </Button>
  );
}

/** The label of an action. */
function useActionLabel(zone: string, taskOf: Props['taskOf']): (details: Action['deed']) => string {
  const { actionNames } = useTimesheetTexts();
  const { types } = useTimerTexts();
  const { statuses } = useStatusTexts();
  const clock = (moment: string): string => clockText(zone, Date.parse(moment));
  return (details) => {
    const more = (): readonly string[] => {
      switch (details.kind) {
        case 'start':
          return [clock(details.startedAt), types[details.type] ?? '', taskLabel(details.task, taskOf(details.task))];
        case 'stop':
          return [clock(details.stoppedAt), taskLabel(details.task, taskOf(details.task))];
        case 'claim':
          return [details.date];
        case 'add':
          return [details.date, taskLabel(details.task, taskOf(details.task))];
        case 'move':
          return [statuses[details.status]];
        case 'visit':
          return [clock(details.at), details.visit.label];
        case 'fields':
        case 'attach':
          return [details.visit.label];
        default:
          return [];
      }
    };
    return [actionNames[details.kind], ...more()].join(' · ');
  };
}

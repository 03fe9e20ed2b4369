import { Button } from '@mantine/core';
import { useState } from 'react';
import { newId } from '../../api/new-id.ts';
import { clockText } from '../../dates/clock-text.ts';
import { Icon } from '../../frame/icons.tsx';
import { Card } from '../../kit/page.tsx';
import { tickingText, useNow } from '../../kit/use-now.ts';
import { keyOfTask, type SessionType, type Task, type TaskKey, type Timesheet } from '../../offline/action.ts';
import type { Device } from '../../offline/device.ts';
import type { ShownSession } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';
import { useTimerTexts } from '../timer/texts.ts';
import { taskHint, taskLabel } from './task-label.ts';
import { isPlannedOn, TaskPicker } from './task-picker.tsx';
import { useTimesheetTexts } from './texts.ts';

interface Props {
  readonly sheet: Timesheet;
  readonly today: string;
  readonly running: ShownSession | undefined;
  readonly device: Device;
  taskOf(task: TaskKey): Task | undefined;
}

const TYPES: readonly SessionType[] = [0, 1, 2];

/** The timer: three kinds of time and a stop. A new session ends the running one. */
export function TimerCard({ sheet, today, running, device, taskOf }: Props) {
  const texts = useTimesheetTexts();
  const timerTexts = useTimerTexts();
  const clock = useMay()('time.clock');
  const [chosen, setChosen] = useState<Task>();
  const usual = (running && taskOf(running.task)) ?? isPlannedOn(sheet, today)[0];
  const task = chosen ?? usual;
  const start = (type: SessionType): void => {
    if (!task) return;
    const startedAt = new Date().toISOString();
    void device.act(sheet.resourceNo, { kind: 'start', task: keyOfTask(task), type, externalId: newId(), startedAt });
  };
  const stop = ({ externalId, timeSessionId, task: of }: ShownSession): void =>
    void device.act(sheet.resourceNo, {
      kind: 'stop',
      session: { externalId, timeSessionId },
      task: keyOfTask(of),
      stoppedAt: new Date().toISOString(),
    });
  return (
    <Card title={texts.clock}>
      <div className={`ts-running ${running ? `ts-type-${running.type}` : 'ts-still'}`}>
        {running ? (
          <RunningSession session={running} task={taskOf(running.task)} timeZone={sheet.timeZone} />
        ) : (
          <span>
            {texts.notRunning} {!task && texts.startHint}
          </span>
        )}
      </div>
      <TaskPicker sheet={sheet} date={today} value={task} size="md" onChange={setChosen} />
      {clock && (
        <div className="ts-buttons" {...clock}>
          {TYPES.map((type) => (
            <Button
              key={type}
              size="md"
              variant={type === 0 ? 'filled' : 'default'}
              disabled={!task}
              leftSection={<Icon name="play" size={14} />}
              onClick={() => start(type)}
            >
              {timerTexts.types[type]}
            </Button>
          ))}
          <Button
            size="md"
            variant="default"
            disabled={!running}
            leftSection={<Icon name="stop" size={14} />}
            onClick={() => running && stop(running)}
          >
            {timerTexts.stop}
          </Button>
        </div>
      )}
    </Card>
  );
}

function RunningSession(props: { session: ShownSession; task: Task | undefined; timeZone: string }) {
  const texts = useTimesheetTexts();
  const { types, onDevice } = useTimerTexts();
  const now = useNow(true);
  const { session, task } = props;
  const startedAt = Date.parse(session.startedAt);
  return (
    <>
      <div className="ts-running-what">
        <strong className="ts-kind">{types[session.type]}</strong>
        <span className="ts-text">{taskLabel(session.task, task)}</span>
        <small className="ts-text">{taskHint(task)}</small>
      </div>
      <div className="ts-running-since">
        <span className="ts-clock" role="timer">
          {tickingText(now - startedAt)}
        </span>
        <small>
          {texts.since(clockText(props.timeZone, startedAt))}
          {session.onDevice && ` · ${onDevice}`}
        </small>
      </div>
    </>
  );
}

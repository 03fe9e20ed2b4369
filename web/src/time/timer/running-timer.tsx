import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { dateOf } from '../../dates/zone.ts';
import { Icon } from '../../frame/icons.tsx';
import { tickingText, useNow } from '../../kit/use-now.ts';
import { keyOfTask } from '../../offline/action.ts';
import { useSession } from '../../session/session.ts';
import { useTimerTexts } from './texts.ts';
import { useTimesheet, weekFrom } from './use-timesheet.ts';
import './timer.css';

/** The running timer in the top bar of users who register time, with a stop button. Hidden when nothing runs. */
export function RunningTimer() {
  const { tenant, user } = useSession();
  return user.resourceNo === null ? null : <Running resourceNo={user.resourceNo} zone={tenant.timeZone} />;
}

function Running({ resourceNo, zone }: { resourceNo: string; zone: string }) {
  const texts = useTimerTexts();
  const today = dateOf(zone, Date.now());
  const days = useMemo(() => weekFrom(today), [today]);
  const { merged, device, taskOf } = useTimesheet(resourceNo, days);
  const running = merged?.running;
  const now = useNow(running !== undefined);
  if (!running) return null;
  const { task, type, startedAt, externalId, timeSessionId } = running;
  const stop = (): void =>
    void device.act(resourceNo, {
      kind: 'stop',
      session: { externalId, timeSessionId },
      task: keyOfTask(task),
      stoppedAt: new Date().toISOString(),
    });
  return (
    <section className={`timer timer-${type}`} aria-label={texts.runningClock}>
      <Link to="/timesheets" className="timer-what" title={taskOf(task)?.shortDescription.slice(0, 200)}>
        <strong>{texts.types[type]}</strong>
        <span className="timer-job">
          {task.jobNo} · {taskOf(task)?.shortDescription.slice(0, 80) ?? task.taskNo}
        </span>
        <span className="timer-clock">{tickingText(now - Date.parse(startedAt))}</span>
      </Link>
      <Button size="compact-xs" variant="default" aria-label={texts.stop} onClick={stop}>
        <Icon name="stop" size={11} />
        <span className="timer-stop">{texts.stop}</span>
      </Button>
    </section>
  );
}

import { Badge, Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { clockText } from '../../dates/clock-text.ts';
import { Icon } from '../../frame/icons.tsx';
import { Card } from '../../kit/page.tsx';
import { useFormat } from '../../kit/use-format.ts';
import { type Task, type TaskKey, taskName } from '../../offline/action.ts';
import type { Device } from '../../offline/device.ts';
import type { ShownSession } from '../../offline/merge.ts';
import { useMay } from '../../session/may.ts';
import { useTimerTexts } from '../timer/texts.ts';
import { taskLabel } from './task-label.ts';
import { useTimesheetTexts } from './texts.ts';

interface Props {
  readonly resourceNo: string;
  readonly zone: string;
  readonly date: string;
  readonly sessions: readonly ShownSession[];
  readonly device: Device;
  taskOf(task: TaskKey): Task | undefined;
}

const isClaimable = ({ type, claimed, stoppedAt }: ShownSession): boolean =>
  type === 0 && !claimed && stoppedAt !== null;
const secondsOf = ({ startedAt, stoppedAt }: ShownSession): number =>
  stoppedAt === null ? 0 : Math.round((Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000);

/** The sessions of a day. Work can be selected and claimed; travel and waiting cannot. Claimed sessions are locked. */
export function Sessions({ resourceNo, zone, date, sessions, device, taskOf }: Props) {
  const texts = useTimesheetTexts();
  const format = useFormat();
  const mark = useMay()('time.claim');
  /** All are selected by default. */
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const ticked = sessions.filter((session) => isClaimable(session) && !without.has(session.key));
  const seconds = ticked.reduce((sum, session) => sum + secondsOf(session), 0);
  const entries = new Set(ticked.map(({ task }) => taskName(task))).size;
  const toggle = (key: string): void => {
    const next = new Set(without);
    if (!next.delete(key)) next.add(key);
    setWithout(next);
  };
  const claim = (): void =>
    void device.act(resourceNo, {
      kind: 'claim',
      date,
      sessions: ticked.map(({ externalId, timeSessionId }) => ({ externalId, timeSessionId })),
    });
  return (
    <Card title={texts.sessions}>
      {sessions.length === 0 ? (
        <div className="kit-note">{texts.noSessions}</div>
      ) : (
        <ul className="ts-list">
          {[...sessions]
            .sort((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
            .map((session) => (
              <SessionLine
                key={session.key}
                session={session}
                zone={zone}
                label={taskLabel(session.task, taskOf(session.task))}
                length={session.stoppedAt === null ? undefined : format.hours(secondsOf(session))}
                isTicked={!without.has(session.key)}
                onTick={() => toggle(session.key)}
              />
            ))}
        </ul>
      )}
      {mark && sessions.some(isClaimable) && (
        <Button {...mark} fullWidth mt="sm" disabled={ticked.length === 0} onClick={claim}>
          {texts.claim(format.hours(seconds), Math.max(1, entries))}
        </Button>
      )}
    </Card>
  );
}

interface LineProps {
  readonly session: ShownSession;
  readonly zone: string;
  readonly label: string;
  readonly length: string | undefined;
  readonly isTicked: boolean;
  onTick(): void;
}

function SessionLine({ session, zone, label, length, isTicked, onTick }: LineProps) {
  const texts = useTimesheetTexts();
  const timerTexts = useTimerTexts();
  const clock = (moment: string): string => clockText(zone, Date.parse(moment));
  const span = `${clock(session.startedAt)}–${session.stoppedAt === null ? '' : clock(session.stoppedAt)}`;
  return (
    <li className={`ts-session ts-type-${session.type}`}>
      <span className="ts-tick">
        {session.claimed ? (
          <span role="img" aria-label={texts.inEntry} title={texts.inEntry}>
            <Icon name="lock" size={16} />
          </span>
        ) : (
          <Checkbox
            aria-label={texts.tick(`${timerTexts.types[session.type]} ${span}`)}
            checked={isClaimable(session) && isTicked}
            disabled={!isClaimable(session)}
            onChange={onTick}
          />
        )}
      </span>
      <span className="ts-line-what">
        <span>
          <strong className="ts-kind">{timerTexts.types[session.type]}</strong> <span className="ts-span">{span}</span>
        </span>
        <small className="ts-text">{label}</small>
        {session.overlaps && <small className="ts-warn">{texts.overlaps}</small>}
      </span>
      <span className="ts-line-end">
        <span className="ts-hours">{length ?? texts.runs}</span>
        {session.onDevice && (
          <Badge size="xs" color="gray" variant="outline" tt="none">
            {timerTexts.onDevice}
          </Badge>
        )}
      </span>
    </li>
  );
}

import { Button } from '@mantine/core';
import { clockText } from '../dates/clock-text.ts';
import { dateOf } from '../dates/zone.ts';
import { Card } from '../kit/page.tsx';
import { useFormat } from '../kit/use-format.ts';
import type { PlanChange } from '../offline/plan-changes.ts';
import { useMyDayTexts } from './texts.ts';
import type { MyDay } from './use-my-day.ts';
import { labelOf } from './visit-name.ts';

/** What planners have moved, added or taken away since the worker looked, until the worker has seen it. */
export function PlanChanges({ myDay, zone }: { myDay: MyDay; zone: string }) {
  const texts = useMyDayTexts();
  const format = useFormat();
  const { changes } = myDay;
  if (changes.length === 0) return null;
  const clock = (moment: string): string => clockText(zone, Date.parse(moment));
  const day = (moment: string): string => dateOf(zone, Date.parse(moment));
  const textOf = (change: PlanChange): string => {
    const { visit } = change;
    const { start } = visit.appointment;
    const label = labelOf(visit);
    if (change.kind === 'removed') return texts.removed(label);
    if (change.kind === 'added') return texts.added(label, `${format.day(start)} ${clock(start)}`);
    const isSameDay = day(change.from) === day(start);
    const shown = (moment: string): string => (isSameDay ? clock(moment) : `${format.day(moment)} ${clock(moment)}`);
    return texts.moved(label, shown(change.from), shown(start));
  };
  return (
    <Card title={texts.changes}>
      <ul className="my-day-list" role="alert">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.visit.appointment.id}`} dir="auto">
            {textOf(change)}
          </li>
        ))}
      </ul>
      <Button fullWidth variant="default" onClick={myDay.acknowledge}>
        {texts.understood}
      </Button>
    </Card>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../kit/page.tsx';
import { nameOf, type Proposal } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';

const FIRST = 50;

/** Tasks that could not be planned, each with its reasons. */
export function Unassigned({ tasks }: { tasks: Proposal['unassigned'] }) {
  const texts = useRunTexts();
  const [isWhole, setWhole] = useState(false);
  if (tasks.length === 0) return null;
  const shown = isWhole ? tasks : tasks.slice(0, FIRST);
  return (
    <Card title={`${texts.leftOpen} (${tasks.length})`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul className="opt-left opt-left-high" tabIndex={0}>
        {shown.map(({ task, reasons }) => (
          <li key={`${task.sourceApp} ${task.sourceType} ${nameOf(task)}`}>
            <b>{nameOf(task).slice(0, 120)}</b> <span dir="auto">{task.shortDescription.slice(0, 200)}</span>
            <ul>
              {reasons.map((reason) => (
                <li key={reason} dir="auto">
                  {reason.slice(0, 400)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {shown.length < tasks.length && (
        <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
          {texts.showAll(tasks.length)}
        </Button>
      )}
    </Card>
  );
}

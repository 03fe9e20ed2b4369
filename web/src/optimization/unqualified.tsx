import { Card } from '../kit/page.tsx';
import { useFormat } from '../kit/use-format.ts';
import { nameOf, type Proposal } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';

/** Tasks that stay with somebody who is not qualified for them. */
export function Unqualified({ tasks }: { tasks: Proposal['unqualified'] }) {
  const texts = useRunTexts();
  const format = useFormat();
  if (tasks.length === 0) return null;
  return (
    <Card title={`${texts.unqualified} (${tasks.length})`}>
      <ul className="opt-left">
        {tasks.slice(0, 50).map(({ task, appointmentNo, start, resourceName, message }) => (
          <li key={`${appointmentNo} ${message}`} dir="auto">
            <b>{nameOf(task).slice(0, 120)}</b> {task.shortDescription.slice(0, 200)} – {resourceName?.slice(0, 80)},{' '}
            {format.moment(start)}
            <div className="opt-hint">{message.slice(0, 300)}</div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

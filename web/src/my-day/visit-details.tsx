import { Description } from '../job-card/card-parties.tsx';
import { CardLinks, Notifications } from '../job-card/card-state.tsx';
import { Part } from '../job-card/part.tsx';
import { useJobCardTexts } from '../job-card/texts.ts';
import type { ShownVisit } from '../offline/merge-day.ts';
import { Checklist } from './checklist.tsx';
import { useMyDayTexts } from './texts.ts';
import type { MyDay } from './use-my-day.ts';
import { VisitFiles } from './visit-files.tsx';

/** What is to be done, what it needs, and what is left behind: checklist, photos, signature. */
export function VisitDetails({ visit, myDay }: { visit: ShownVisit; myDay: MyDay }) {
  const texts = useMyDayTexts();
  const cardTexts = useJobCardTexts();
  const { requirements, colleagues } = visit;
  return (
    <div className="my-day-details">
      <Description card={visit} />
      {requirements.length > 0 && (
        <Part title={cardTexts.requirements}>
          <ul className="my-day-list">
            {requirements.map(({ kind, group, value }) => (
              <li key={`${kind} ${group} ${value}`} dir="auto">
                {value}
                {group !== null && <span className="my-day-soft"> {group}</span>}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {colleagues.length > 0 && (
        <Part title={texts.with}>
          <p dir="auto">{colleagues.map(({ name }) => name).join(', ')}</p>
        </Part>
      )}
      <CardLinks card={visit} />
      <Notifications card={visit} />
      <Checklist visit={visit} myDay={myDay} />
      <VisitFiles visit={visit} myDay={myDay} />
    </div>
  );
}

import { useLocale } from '../i18n/language.ts';
import { useFormat } from '../kit/use-format.ts';
import type { ShownDay, ShownVisit } from '../offline/merge-day.ts';
import { useMyDayTexts } from './texts.ts';
import type { MyDay } from './use-my-day.ts';
import { VisitCard } from './visit-card.tsx';

interface Props {
  readonly day: ShownDay;
  readonly title: string;
  readonly zone: string;
  readonly myDay: MyDay;
}

/** The visits of a day in order, with the ways between them. */
export function DaySection({ day, title, zone, myDay }: Props) {
  const texts = useMyDayTexts();
  const format = useFormat();
  const heading = `my-day-${day.date}`;
  return (
    <section className="my-day-section" aria-labelledby={heading}>
      <h2 id={heading}>
        {title} <small>{format.day(`${day.date}T12:00:00Z`)}</small>
      </h2>
      {day.visits.length === 0 && <p className="my-day-soft">{texts.noVisits}</p>}
      <ol className="my-day-visits">
        {day.visits.map((visit) => (
          <li key={visit.appointment.id}>
            {visit.travel && <Way travel={visit.travel} textOf={texts.drive} />}
            <VisitCard visit={visit} zone={zone} myDay={myDay} />
          </li>
        ))}
      </ol>
      {day.back && <Way travel={day.back} textOf={texts.driveHome} />}
    </section>
  );
}

interface WayProps {
  readonly travel: NonNullable<ShownVisit['travel']>;
  textOf(minutes: number, km: string): string;
}

function Way({ travel: { seconds, metres, estimated }, textOf }: WayProps) {
  const texts = useMyDayTexts();
  const { locale } = useLocale();
  const km = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(metres / 1000);
  return (
    <p className="my-day-way">
      {textOf(Math.round(seconds / 60), km)}
      {estimated && ` (${texts.estimated})`}
    </p>
  );
}

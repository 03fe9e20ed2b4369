import { useLocale } from '../i18n/language.ts';
import { useFormat } from '../kit/use-format.ts';
import { Part } from './part.tsx';
import type { JobCardAnswer } from './query.ts';
import { useJobCardTexts } from './texts.ts';

type CardResource = JobCardAnswer['resources'][number];
type CardTravel = NonNullable<CardResource['before']>;

/** What the task requires and which of its resources lack it, and how many people it wants. */
export function Requirements({ card: { requirements, resources, people } }: { card: JobCardAnswer }) {
  const texts = useJobCardTexts();
  const format = useFormat();
  const lacking = (kind: string, group: string | null, value: string): string[] =>
    resources.flatMap(({ name, lacks }) =>
      lacks
        .filter((each) => each.kind === kind && each.group === group && each.value === value)
        .map(({ validUntil }) =>
          validUntil === null ? texts.lacks(name) : texts.expires(name, format.date(validUntil)),
        ),
    );
  return (
    <>
      {people.wanted > 0 && (
        <Part title={texts.people}>
          <p className={people.assigned < people.wanted ? 'job-card-wrong' : undefined}>
            {texts.peopleOf(people.assigned, people.wanted)}
          </p>
        </Part>
      )}
      {requirements.length > 0 && (
        <Part title={texts.requirements}>
          <ul>
            {requirements.map(({ kind, group, value }) => {
              const missing = lacking(kind, group, value);
              return (
                <li key={`${kind} ${group} ${value}`} dir="auto">
                  {value}
                  {group !== null && <span className="job-card-soft"> {group}</span>}
                  {missing.map((each) => (
                    <span key={each} className="job-card-wrong">
                      {' '}
                      {each}
                    </span>
                  ))}
                </li>
              );
            })}
          </ul>
        </Part>
      )}
    </>
  );
}

/** What is left to plan of the task: time, and quantity. */
export function Budget({ card: { budget } }: { card: JobCardAnswer }) {
  const texts = useJobCardTexts();
  const format = useFormat();
  const { locale } = useLocale();
  if (!budget || (budget.remainingInSeconds === null && budget.remainingQuantity === null)) return null;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const unit = budget.unitOfMeasure === null ? '' : ` ${budget.unitOfMeasure}`;
  return (
    <Part title={texts.budget}>
      {budget.remainingInSeconds !== null && budget.budgetInSeconds > 0 && (
        <p className={budget.remainingInSeconds < 0 ? 'job-card-wrong' : undefined}>
          {texts.ofBudget(format.hours(budget.remainingInSeconds), format.hours(budget.budgetInSeconds))}
        </p>
      )}
      {budget.remainingQuantity !== null && (
        <p className={budget.remainingQuantity < 0 ? 'job-card-wrong' : undefined}>
          {texts.ofBudget(number.format(budget.remainingQuantity), number.format(budget.budgetQuantity))}
          {unit}
        </p>
      )}
    </Part>
  );
}

/** How each resource comes to the site, and where it goes then. */
export function Travel({ card: { resources } }: { card: JobCardAnswer }) {
  const texts = useJobCardTexts();
  const { locale } = useLocale();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const moving = resources.filter(({ before, after }) => before !== null || after !== null);
  if (moving.length === 0) return null;
  const minutesOf = ({ seconds }: CardTravel): number => Math.round(seconds / 60);
  const km = ({ metres }: CardTravel): string => number.format(metres / 1000);
  const place = ({ from, subject, city }: CardTravel): string =>
    from === 'home' ? texts.home : [subject?.slice(0, 60), city].filter(Boolean).join(', ');
  return (
    <Part title={texts.travel}>
      <ul>
        {moving.map(({ resourceNo, name, before, after }) => (
          <li key={resourceNo} dir="auto">
            {resources.length > 1 && <strong>{name} </strong>}
            {before && (
              <span className="job-card-leg">← {texts.before(minutesOf(before), km(before), place(before))}</span>
            )}
            {after && <span className="job-card-leg">→ {texts.after(minutesOf(after), km(after), place(after))}</span>}
            {(before?.estimated || after?.estimated) && <span className="job-card-soft"> ({texts.estimated})</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

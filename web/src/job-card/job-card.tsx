import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/language.ts';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useFormat } from '../kit/use-format.ts';
import { Columns, FieldValues } from './card-columns.tsx';
import { Dependencies } from './card-dependencies.tsx';
import { Loads } from './card-loads.tsx';
import { Description, Parties } from './card-parties.tsx';
import { Budget, Requirements, Travel } from './card-planning.tsx';
import { BackOffice, CardLinks, Notifications, VisitStates } from './card-state.tsx';
import './job-card.css';
import { type CardOf, type JobCardAnswer, jobCardQuery } from './query.ts';
import { useJobCardTexts } from './texts.ts';

interface Props {
  readonly of: CardOf;
  /** Subject, job and time above the card, where nothing around it shows them. */
  readonly withHead?: boolean;
  /** A narrow card that shows the beginning of long texts only. */
  readonly isShort?: boolean;
  /** Replaces the values of the fields: inputs. */
  readonly fields?: (card: JobCardAnswer) => ReactNode;
  /** Further content, such as actions. */
  readonly children?: ReactNode;
}

/** Everything about the job of an appointment or a task. */
export function JobCard({ of, withHead = false, isShort = false, fields, children }: Props) {
  const texts = useJobCardTexts();
  const query = useQuery(jobCardQuery(of));
  return (
    <section className={isShort ? 'job-card job-card-short' : 'job-card'} aria-label={texts.jobCard}>
      <QueryBoundary query={query}>
        {(card) => (
          <>
            {withHead && <Head card={card} />}
            {children}
            <div className="job-card-parts">
              <Notifications card={card} />
              <VisitStates card={card} />
              <Parties card={card} />
              <Description card={card} />
              <Requirements card={card} />
              <Dependencies card={card} />
              <Loads card={card} />
              <Budget card={card} />
              <Travel card={card} />
              {fields ? fields(card) : <FieldValues card={card} />}
              <CardLinks card={card} />
              <Columns title={texts.freeFields} columns={card.freeFields} />
              {!isShort && <Columns title={texts.details} columns={card.details} />}
              <BackOffice card={card} />
            </div>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function Head({ card: { appointment, task } }: { card: JobCardAnswer }) {
  const texts = useTexts();
  const format = useFormat();
  const title = appointment?.subject ?? task?.subject ?? task?.shortDescription ?? '';
  return (
    <header className="job-card-head">
      <h3 dir="auto">{title.slice(0, 200)}</h3>
      <p>
        {appointment &&
          `${format.day(appointment.start)} ${format.clock(appointment.start)}–${format.clock(appointment.end)}`}
        {appointment && task && ' · '}
        {task && <bdi>{`${task.jobNo} / ${task.taskNo}`}</bdi>}
        {task?.due && !appointment && ` · ${texts.due} ${format.date(task.due)}`}
      </p>
    </header>
  );
}

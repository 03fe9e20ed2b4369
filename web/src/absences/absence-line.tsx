import type { ReactNode } from 'react';
import type { Absence } from './absence.ts';
import { useAbsenceTexts } from './texts.ts';
import { useDayTexts } from './use-absences.ts';

/** An absence in a list: what, when, how long, its status in words, and what was said about it. */
export function AbsenceLine({ absence, name, children }: { absence: Absence; name?: string; children?: ReactNode }) {
  const texts = useAbsenceTexts();
  const days = useDayTexts();
  const { kind, status, note, comment, decidedBy } = absence;
  return (
    <li className="absence" data-status={status} data-absence={absence.externalId}>
      <div className="absence-head">
        <span>
          {name !== undefined && <strong className="absence-text">{name} </strong>}
          <strong>{texts.kinds[kind ?? 0]}</strong> <span className="absence-text">{days.of(absence)}</span>
        </span>
        <span className="absence-end">
          <span>{texts.daysLong(days.count(absence.days), absence.days === 1)}</span>
          <span className="absence-status" data-status={status}>
            {texts.statuses[status ?? 0]}
          </span>
        </span>
      </div>
      {note && <p className="absence-text">{note}</p>}
      {comment && (
        <p className="absence-text absence-comment">
          {texts.comment}: {comment}
        </p>
      )}
      {decidedBy && <small>{texts.decidedBy(decidedBy.replace(/^user:|^key:/, ''))}</small>}
      {children}
    </li>
  );
}

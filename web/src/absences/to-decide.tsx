import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListState } from '../kit/list-state.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useFormat } from '../kit/use-format.ts';
import { useMay } from '../session/may.ts';
import { useSession } from '../session/session.ts';
import type { Absence } from './absence.ts';
import { AbsenceLine } from './absence-line.tsx';
import { useAbsenceTexts } from './texts.ts';
import { appointmentsWithin, openRequests, useDayTexts, useDecision } from './use-absences.ts';

/** Requests of others, the earliest first, each with what is planned in its time. */
export function ToDecide() {
  const texts = useAbsenceTexts();
  const query = useQuery(openRequests());
  return (
    <QueryBoundary query={query}>
      {(absences) =>
        absences.length === 0 ? (
          <ListState empty={texts.nothingToDecide} />
        ) : (
          <ul className="absences" aria-label={texts.decide}>
            {absences.map((absence) => (
              <AbsenceLine key={absence.externalId} absence={absence} name={absence.resourceName.slice(0, 80)}>
                <Planned externalId={absence.externalId} />
                <Decision absence={absence} />
              </AbsenceLine>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

function Planned({ externalId }: { externalId: string }) {
  const texts = useAbsenceTexts();
  const format = useFormat();
  const { data } = useQuery(appointmentsWithin(externalId));
  if (!data) return null;
  if (data.length === 0) return <p className="absence-free">{texts.plannedNone}</p>;
  return (
    <div className="absence-planned">
      <p>{texts.planned(data.length)}</p>
      <ul>
        {data.map(({ start, end, subject, appointmentNo }) => (
          <li key={`${start} ${end} ${appointmentNo}`} className="absence-text">
            {format.day(start)} {format.clock(start)}–{format.clock(end)} {subject ?? appointmentNo ?? texts.hidden}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decision({ absence }: { absence: Absence }) {
  const texts = useAbsenceTexts();
  const days = useDayTexts();
  const decide = useDecision();
  const mark = useMay()('absences.decide');
  const { user } = useSession();
  const [comment, setComment] = useState('');
  if (!mark) return null;
  const isOwn = user.resourceNo !== null && user.resourceNo.toLowerCase() === absence.resourceNo.toLowerCase();
  if (isOwn && !user.permissions.includes('users.manage')) return <p className="absence-free">{texts.ownRequest}</p>;
  const what = `${absence.resourceName.slice(0, 80)}, ${days.of(absence)}`;
  const text = comment.trim();
  return (
    <div className="absence-actions">
      <TextInput
        size="xs"
        className="absence-comment-input"
        aria-label={texts.commentOf(what)}
        placeholder={texts.comment}
        maxLength={500}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Button
        {...mark}
        size="compact-sm"
        aria-label={texts.of(texts.approve, what)}
        onClick={() => void decide(absence, 'approved', text)}
      >
        {texts.approve}
      </Button>
      <Button
        {...mark}
        size="compact-sm"
        variant="default"
        disabled={text === ''}
        title={text === '' ? texts.rejectNeeds : undefined}
        aria-label={texts.of(texts.reject, what)}
        onClick={() => void decide(absence, 'rejected', text)}
      >
        {texts.reject}
      </Button>
    </div>
  );
}

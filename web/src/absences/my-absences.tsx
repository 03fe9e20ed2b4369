import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateOf } from '../dates/zone.ts';
import { ListState } from '../kit/list-state.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { type Absence, type OwnMove, ownMoves } from './absence.ts';
import { AbsenceLine } from './absence-line.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { useAbsenceTexts } from './texts.ts';
import { ownAbsences, useDayTexts, useDecision } from './use-absences.ts';

/** The absences of the user's own resource, the newest first, and the form for a new one. */
export function MyAbsences({ resourceNo }: { resourceNo: string }) {
  const texts = useAbsenceTexts();
  const may = useMay();
  const query = useQuery(ownAbsences(resourceNo));
  const today = dateOf(zoneOf(useSession()), Date.now());
  const [requesting, setRequesting] = useState<{ readonly again?: Absence }>();
  return (
    <>
      {may('absences.request') && (
        <Button {...may('absences.request')} className="absence-new" onClick={() => setRequesting({})}>
          {texts.request}
        </Button>
      )}
      <QueryBoundary query={query}>
        {(absences) =>
          absences.length === 0 ? (
            <ListState empty={texts.none} hint={texts.noneHint} />
          ) : (
            <ul className="absences" aria-label={texts.mine}>
              {absences.toReversed().map((absence) => (
                <AbsenceLine key={absence.externalId} absence={absence}>
                  <OwnActions absence={absence} today={today} onAgain={() => setRequesting({ again: absence })} />
                </AbsenceLine>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {requesting && (
        <RequestDialog
          resourceNo={resourceNo}
          again={requesting.again}
          today={today}
          onClose={() => setRequesting(undefined)}
        />
      )}
    </>
  );
}

function OwnActions({ absence, today, onAgain }: { absence: Absence; today: string; onAgain(): void }) {
  const texts = useAbsenceTexts();
  const may = useMay();
  const days = useDayTexts();
  const decide = useDecision();
  const mark = may('absences.withdraw');
  const names: Readonly<Record<OwnMove, string>> = {
    withdrawn: texts.withdraw,
    cancelled: texts.cancelAbsence,
    again: texts.requestAgain,
  };
  const moves = mark ? ownMoves(absence, today) : [];
  if (moves.length === 0) return null;
  return (
    <div className="absence-actions">
      {moves.map((move) => (
        <Button
          key={move}
          {...mark}
          size="compact-sm"
          variant="default"
          aria-label={texts.of(names[move], days.of(absence))}
          onClick={() => (move === 'again' ? onAgain() : void decide(absence, move))}
        >
          {names[move]}
        </Button>
      ))}
    </div>
  );
}

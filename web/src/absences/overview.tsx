import { ActionIcon, Button, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/schema.ts';
import { Icon } from '../frame/icons.tsx';
import { useTexts } from '../i18n/language.ts';
import { ListState } from '../kit/list-state.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useMay } from '../session/may.ts';
import { type Absence, APPROVED } from './absence.ts';
import { AbsenceLine } from './absence-line.tsx';
import { type Counts, teamOf, teamsOf, totalOf } from './overview-counts.ts';
import { useAbsenceTexts } from './texts.ts';
import { absenceYear, useDayTexts, useDecision } from './use-absences.ts';

interface Row {
  readonly resourceNo: string;
  readonly name: string;
  readonly teamCode: string | null;
  readonly teamName: string | null;
  readonly approved: Counts;
  readonly requested: Counts;
  readonly absences: readonly Schemas['AbsenceRead'][];
}

/** Days of a year by person and kind, as they are printed. */
export function Overview({ thisYear }: { thisYear: number }) {
  const texts = useAbsenceTexts();
  const [year, setYear] = useState(thisYear);
  const [team, setTeam] = useState<string | null>(null);
  const [opened, setOpened] = useState<string>();
  const query = useQuery(absenceYear(year));
  return (
    <>
      <div className="absence-tools">
        <ActionIcon variant="default" aria-label={`${texts.year} ${year - 1}`} onClick={() => setYear(year - 1)}>
          <Icon name="previous" size={16} />
        </ActionIcon>
        <strong aria-live="polite">
          {texts.year} {year}
        </strong>
        <ActionIcon variant="default" aria-label={`${texts.year} ${year + 1}`} onClick={() => setYear(year + 1)}>
          <Icon name="next" size={16} />
        </ActionIcon>
        {query.data && (
          <Select
            aria-label={texts.team}
            placeholder={texts.allTeams}
            clearable
            searchable
            data={teamsOf(query.data.resources)}
            value={team}
            onChange={setTeam}
          />
        )}
        <Button variant="default" className="absence-print" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
      <QueryBoundary query={query}>
        {({ resources, total }) => {
          const rows: readonly Row[] = resources.filter((each) => team === null || teamOf(each) === team);
          const row = rows.find(({ resourceNo }) => resourceNo === opened);
          if (rows.length === 0) return <ListState empty={texts.noResources} />;
          return (
            <>
              <OverviewTable rows={rows} year={year} onOpen={setOpened} />
              {total > resources.length && <p>{texts.more(total - resources.length)}</p>}
              {row && <AbsencesOf row={row} onClose={() => setOpened(undefined)} />}
            </>
          );
        }}
      </QueryBoundary>
    </>
  );
}

const KINDS = ['vacation', 'sickness', 'training', 'other'] as const;

function OverviewTable({ rows, year, onOpen }: { rows: readonly Row[]; year: number; onOpen(no: string): void }) {
  const texts = useAbsenceTexts();
  const { resource } = useTexts();
  const { count } = useDayTexts();
  const shown = (days: number): string => (days === 0 ? '–' : count(days));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className="absence-table" tabIndex={0} aria-label={`${texts.overview} ${year}`}>
      <table>
        <caption>
          {texts.overview} {year}
        </caption>
        <thead>
          <tr>
            <th scope="col">{resource}</th>
            <th scope="col">{texts.team}</th>
            {texts.kinds.map((kind) => (
              <th key={kind} scope="col">
                {kind}
              </th>
            ))}
            <th scope="col">{texts.total}</th>
            <th scope="col">{texts.open}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.resourceNo}>
              <th scope="row">
                <button type="button" className="absence-open" onClick={() => onOpen(row.resourceNo)}>
                  {row.name.slice(0, 80)}
                </button>
              </th>
              <td>{(row.teamName ?? row.teamCode ?? '').slice(0, 60)}</td>
              {KINDS.map((kind) => (
                <td key={kind} className="absence-days">
                  {shown(row.approved[kind])}
                </td>
              ))}
              <td className="absence-days">
                <strong>{shown(totalOf(row.approved))}</strong>
              </td>
              <td className="absence-days">{shown(totalOf(row.requested))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function AbsencesOf({ row, onClose }: { row: Row; onClose(): void }) {
  const texts = useAbsenceTexts();
  const { close } = useTexts();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.absencesOf(row.name.slice(0, 80))}
      closeButtonProps={{ 'aria-label': close }}
    >
      {row.absences.length === 0 ? (
        <ListState empty="–" />
      ) : (
        <ul className="absences" aria-label={texts.absencesOf(row.name.slice(0, 80))}>
          {row.absences.map((absence) => (
            <AbsenceLine key={absence.externalId} absence={absence}>
              <Cancel absence={absence} />
            </AbsenceLine>
          ))}
        </ul>
      )}
    </Modal>
  );
}

function Cancel({ absence }: { absence: Absence }) {
  const texts = useAbsenceTexts();
  const days = useDayTexts();
  const decide = useDecision();
  const mark = useMay()('absences.decide');
  if (!mark || absence.status !== APPROVED) return null;
  return (
    <div className="absence-actions">
      <Button
        {...mark}
        size="compact-sm"
        variant="default"
        aria-label={texts.of(texts.cancelAbsence, days.of(absence))}
        onClick={() => void decide(absence, 'cancelled')}
      >
        {texts.cancelAbsence}
      </Button>
    </div>
  );
}

import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dateOf } from '../dates/zone.ts';
import { Card } from '../kit/page.tsx';
import { useNotify } from '../kit/use-notify.ts';
import { previewSearch } from '../proposal/preview-search.ts';
import { nameOf, type Proposal, type Run, windowOf } from '../proposal/run.ts';
import { RunAgain } from '../proposal/run-again.tsx';
import { useRunTexts } from '../proposal/run-texts.ts';
import { type Applied, useApplyRun } from '../proposal/use-apply-run.ts';
import { useMay } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { BeforeAfter } from './before-after.tsx';
import { CostPlot } from './cost-plot.tsx';
import { DayStops } from './day-stops.tsx';
import { Moves } from './moves.tsx';
import { boardQuery } from './queries.ts';
import { Strips } from './strips.tsx';
import { Unassigned } from './unassigned.tsx';
import { Unqualified } from './unqualified.tsx';

const NO_REASONS: ReadonlyMap<number, string> = new Map();

/** The proposal of a run, to apply in full or in part, or to discard. That of a run in a draft is applied in the draft. */
export function ProposalPanel({ run, proposal }: { run: Run; proposal: Proposal }) {
  const texts = useRunTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const zone = zoneOf(useSession());
  const { start, end } = windowOf(run);
  const { data: board } = useQuery(boardQuery(start, end));
  const names = useMemo(
    () => new Map(board?.resources.map(({ resourceNo, name }) => [resourceNo, name]) ?? []),
    [board],
  );
  const applied = useMemo(() => new Set(run.applied), [run.applied]);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(proposal.moves.map(({ no }) => no)));
  const chosen = useMemo(() => new Set([...ticked].filter((no) => !applied.has(no))), [ticked, applied]);
  const { isBusy, last, apply, openAsDraft, undo } = useApplyRun(run.id);
  const may = useMay();
  const mark = may('optimization.apply');
  const draftMark = may('optimization.draft');
  const open = proposal.moves.length - applied.size;
  const first = proposal.moves.find((move) => move.start !== null)?.start ?? start;
  return (
    <>
      <div className="opt-bar-of-actions">
        {mark && (
          <>
            <Button {...mark} size="compact-md" disabled={open === 0} loading={isBusy} onClick={() => void apply()}>
              {texts.applyAll}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={chosen.size === 0 || isBusy}
              onClick={() => void apply([...chosen])}
            >
              {texts.applyChosen(chosen.size)}
            </Button>
          </>
        )}
        {draftMark && run.draft === null && (
          <Button
            {...draftMark}
            size="compact-md"
            variant="default"
            disabled={chosen.size === 0 || isBusy}
            onClick={() =>
              void openAsDraft(
                texts.draftName(run.id),
                (draft) =>
                  void navigate({
                    to: '/planning',
                    search: { date: dateOf(zone, Date.parse(first)), draft } as never,
                  }),
                [...chosen],
              )
            }
          >
            {texts.openAsDraft}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          disabled={isBusy || applied.size > 0}
          onClick={() => {
            notify.success(texts.discarded);
            void navigate({ to: '/optimization' });
          }}
        >
          {texts.discard}
        </Button>
        {open > 0 && run.draft === null && (
          <Button
            size="compact-md"
            variant="default"
            onClick={() => void navigate({ to: '/planning', search: previewSearch(run, zone) as never })}
          >
            {texts.preview}
          </Button>
        )}
        <Link
          to="/planning"
          search={{ date: dateOf(zone, Date.parse(first)), draft: run.draft ?? undefined } as never}
          className="opt-to-board"
        >
          {run.draft === null ? texts.toBoard : texts.openDraft}
        </Link>
      </div>
      {last && <Outcome run={run} last={last} isBusy={isBusy} proposal={proposal} onUndo={() => void undo()} />}
      <div className="opt-two">
        <div>
          <BeforeAfter proposal={proposal} isVisits={run.kind === 'fieldService'} />
          {run.history.length > 1 && (
            <Card title={texts.costOverTime}>
              <CostPlot history={run.history} seconds={run.progress?.seconds ?? 0} label={texts.costOverTime} />
            </Card>
          )}
        </div>
        <div>
          <Unassigned tasks={proposal.unassigned} />
          <Unqualified tasks={proposal.unqualified} />
          <DayStops stops={proposal.stops} names={names} />
        </div>
      </div>
      <Moves
        proposal={proposal}
        names={names}
        chosen={chosen}
        applied={applied}
        refused={last?.refused ?? NO_REASONS}
        onChoose={setTicked}
      />
      {board && <Strips moves={proposal.moves} board={board} />}
    </>
  );
}

/** The result of the last apply. Refused changes are listed here with their reasons, not only far down in the list. */
function Outcome({
  run,
  last,
  isBusy,
  proposal,
  onUndo,
}: {
  run: Run;
  last: Applied;
  isBusy: boolean;
  proposal: Proposal;
  onUndo(): void;
}) {
  const texts = useRunTexts();
  if (last.isUndone)
    return (
      <Alert mb="md" variant="outline" bg="var(--surface)" role="status">
        <div className="opt-outcome">
          <span>{texts.undone}</span>
          <RunAgain run={run} />
        </div>
      </Alert>
    );
  return (
    <Alert
      mb="md"
      variant="outline"
      bg="var(--surface)"
      color={last.refused.size > 0 ? 'orange' : 'green'}
      role="status"
    >
      <div className="opt-outcome">
        <span>{texts.doneApplying(last.count)}</span>
        {last.count > 0 && run.draft === null && (
          <Button size="compact-xs" variant="default" loading={isBusy} onClick={onUndo}>
            {texts.undo}
          </Button>
        )}
      </div>
      {last.refused.size > 0 && (
        <>
          <p className="opt-refused">{texts.someRefused(last.refused.size)}</p>
          <ul className="opt-left">
            {proposal.moves
              .filter(({ no }) => last.refused.has(no))
              .slice(0, 20)
              .map(({ no, task }) => (
                <li key={no} dir="auto">
                  <b>{nameOf(task).slice(0, 120)}</b>: {last.refused.get(no)?.slice(0, 400)}
                </li>
              ))}
          </ul>
        </>
      )}
    </Alert>
  );
}

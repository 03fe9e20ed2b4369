import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Page } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useFormat } from '../kit/use-format.ts';
import './optimization.css';
import { isActive, lastMoment, type Run, windowOf } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import { lastChangeQuery } from './queries.ts';
import { RunProgress } from './run-progress.tsx';
import { RunStatus } from './run-status.tsx';
import { useOptimizationTexts } from './texts.ts';
import { useRun } from './use-run.ts';

/** One run: its progress while it is active, then its proposal, or the reason why there is none. */
export function RunPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const number = /^\d{1,15}$/.test(id ?? '') ? Number(id) : 0;
  const texts = useRunTexts();
  const { data: lastChange } = useQuery(lastChangeQuery);
  const run = useRun(number, lastChange);
  return (
    <Page
      title={texts.title(number)}
      hint={run.data && <Summary run={run.data} />}
      actions={
        <Link to="/optimization" className="opt-to-board">
          {texts.allRuns}
        </Link>
      }
    >
      <QueryBoundary query={run}>{(found) => <Shown key={found.id} run={found} />}</QueryBoundary>
    </Page>
  );
}

function Summary({ run }: { run: Run }) {
  const texts = useOptimizationTexts();
  const format = useFormat();
  const { start, end } = windowOf(run);
  return (
    <>
      <RunStatus status={run.status} /> {texts[run.kind]} · {format.day(start)} – {format.day(lastMoment(end))} ·{' '}
      {run.actor.replace(/^(user|key):/, '').slice(0, 60)}
    </>
  );
}

function Shown({ run }: { run: Run }) {
  const texts = useRunTexts();
  if (isActive(run)) return <RunProgress run={run} />;
  if (run.status === 'failed')
    return (
      <Alert color="red" title={texts.failed} role="alert">
        {run.reason ?? texts.noReason}
      </Alert>
    );
  if (!run.proposal) return <Alert>{texts.stoppedEarly}</Alert>;
  return <ProposalPanel run={run} proposal={run.proposal} />;
}

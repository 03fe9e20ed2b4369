import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { openDraft } from '../api/draft.ts';
import { useTexts } from '../i18n/language.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { Card, Page } from '../kit/page.tsx';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useFormat } from '../kit/use-format.ts';
import './optimization.css';
import { lastMoment, type RunLine, windowOf } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';
import { NewRun } from './new-run.tsx';
import { draftNameQuery, runsQuery } from './queries.ts';
import { RunStatus } from './run-status.tsx';
import { useOptimizationTexts } from './texts.ts';

/** Runs of the optimizer, and a form for another one. */
export function RunsPage() {
  const { optimization } = useTexts();
  const texts = useOptimizationTexts();
  const format = useFormat();
  const runs = useQuery(runsQuery);
  const draft = openDraft();
  const columns: readonly Column<RunLine>[] = [
    {
      name: texts.run,
      by: ({ id }) => id,
      show: ({ id }) => (
        <Link to="/optimization/$id" params={{ id: String(id) }}>
          {texts.run} {id}
        </Link>
      ),
    },
    { name: texts.kind, by: ({ kind }) => kind, show: ({ kind }) => texts[kind] },
    {
      name: texts.window,
      by: (run) => Date.parse(windowOf(run).start),
      show: (run) => `${format.day(windowOf(run).start)} – ${format.day(lastMoment(windowOf(run).end))}`,
    },
    {
      name: texts.status,
      by: ({ status }) => texts.statuses[status],
      show: ({ status }) => <RunStatus status={status} />,
    },
    { name: texts.result, show: resultOf },
    { name: texts.startedBy, by: ({ actor }) => actor, show: ({ actor }) => actor.replace(/^(user|key):/, '') },
    { name: texts.at, by: ({ createdAt }) => Date.parse(createdAt), show: ({ createdAt }) => format.moment(createdAt) },
  ];
  function resultOf({ status, progress, reason }: RunLine) {
    if (status === 'failed') return reason;
    const best = progress?.best;
    return best && texts.servedOf(best.served, best.served + best.unassigned);
  }
  return (
    <Page title={optimization} hint={draft === undefined ? texts.hint : <DraftHint draft={draft} />}>
      <NewRun />
      <Card title={texts.runs}>
        <QueryBoundary query={runs}>
          {({ records }) => (
            <DataTable
              label={texts.runs}
              rows={records}
              columns={columns}
              keyOf={({ id }) => id}
              empty={texts.noRuns}
            />
          )}
        </QueryBoundary>
      </Card>
    </Page>
  );
}

/** In which draft the page is, and the ways out of it. */
function DraftHint({ draft }: { draft: number }) {
  const texts = useOptimizationTexts();
  const { openDraft: open, allRuns } = useRunTexts();
  const { data: name } = useQuery(draftNameQuery(draft));
  return (
    <>
      {texts.inDraft(name ?? String(draft))}{' '}
      <Link to="/planning" search={{ draft } as never}>
        {open}
      </Link>
      {' · '}
      <Link to="/optimization">{allRuns}</Link>
    </>
  );
}

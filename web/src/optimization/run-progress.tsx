import { Button, Progress } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { Icon } from '../frame/icons.tsx';
import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import { Card } from '../kit/page.tsx';
import { useNotify } from '../kit/use-notify.ts';
import type { Run } from '../proposal/run.ts';
import { runQuery } from '../proposal/run-query.ts';
import { useRunTexts } from '../proposal/run-texts.ts';
import { useMay } from '../session/may.ts';
import { CostPlot } from './cost-plot.tsx';
import { useOptimizationTexts } from './texts.ts';

/** An active run: its progress, the cost of the best plan, and a button to stop it. */
export function RunProgress({ run }: { run: Run }) {
  const texts = useRunTexts();
  const { servedOf } = useOptimizationTexts();
  const { locale } = useLocale();
  const notify = useNotify();
  const queries = useQueryClient();
  const stop = useMutation({
    mutationFn: () => api.delete('/optimization/{id}', { path: { id: run.id } }),
    onSuccess: (answer) => queries.setQueryData(runQuery(run.id).queryKey, answer),
    onError: notify.error,
  });
  const { progress, history } = run;
  const share = shareOf(run);
  const mark = useMay()('optimization.stop');
  const number = (value: number, digits = 0): string => numberText(locale, value, digits);
  return (
    <Card
      title={texts.progress}
      actions={
        mark && (
          <Button
            {...mark}
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="stop" size={14} />}
            disabled={stop.isPending || stop.isSuccess}
            onClick={() => stop.mutate()}
          >
            {stop.isIdle || stop.isError ? texts.stop : texts.stopping}
          </Button>
        )
      }
    >
      <Progress.Root size="lg">
        <Progress.Section
          value={share}
          animated={run.status === 'running'}
          aria-label={texts.progress}
          aria-valuetext={`${Math.round(share)} %`}
        />
      </Progress.Root>
      {progress === null ? (
        <p className="opt-hint">{run.status === 'queued' ? texts.waiting : `${texts.progress}…`}</p>
      ) : (
        <div className="opt-going">
          <dl className="opt-best" aria-label={texts.bestSoFar}>
            <div>
              <dt>{texts.bestSoFar}</dt>
              <dd>{servedOf(progress.best.served, progress.best.served + progress.best.unassigned)}</dd>
            </div>
            <div>
              <dt>{texts.figures.km}</dt>
              <dd>{number(progress.best.km)}</dd>
            </div>
            <div>
              <dt>{texts.figures.lateHours}</dt>
              <dd>{number(progress.best.lateHours, 1)}</dd>
            </div>
            <div>
              <dt>{texts.cost}</dt>
              <dd>{number(progress.objective)}</dd>
            </div>
            <div>
              <dt>{number(progress.seconds)} s</dt>
              <dd>{texts.rounds(progress.iterations, number(progress.iterations))}</dd>
            </div>
          </dl>
          <CostPlot history={history} seconds={progress.seconds} label={texts.costOverTime} />
        </div>
      )}
    </Card>
  );
}

/** Percentage of the time or iteration limit; never 100 before the end. */
function shareOf({ progress, request }: Run): number {
  if (!progress) return 0;
  const rounds = Number(request['iterations'] ?? 0);
  const share =
    rounds > 0 ? progress.iterations / rounds : progress.seconds / Math.max(1, Number(request['maxSeconds'] ?? 20));
  return Math.min(99, 100 * share);
}

import type { Registry } from 'prom-client';
import {
  type Observed,
  observedDeliveries,
  observedJobs,
  observedRefreshes,
  observedRuns,
} from '../../platform/observed.ts';
import type { HasSolver } from '../optimization/solver-threads.ts';
import type { HasPlanningIndex } from '../planning/planning-index.ts';
import type { Library } from './library.ts';

const SHORT = [0.01, 0.05, 0.1, 0.5, 1, 5, 15];
const LONG = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];
const LAG = [0.1, 0.5, 1, 5, 30, 300, 3600, 86_400];

/** What this process did: jobs, deliveries, solver runs, planning indexes. Returns a function that stops counting. */
export function workMetrics(
  library: Library,
  registry: Registry,
  deps: HasPlanningIndex & HasSolver,
  kinds: readonly string[],
): () => void {
  const { Counter, Gauge, Histogram } = library;
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const gauge = (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  };

  const jobs = counter('openslot_jobs_total', 'Attempts at background jobs by kind and result', 'kind', 'result');
  const jobSeconds = histogram('openslot_job_duration_seconds', 'Duration of attempts at jobs', LONG, 'kind');
  const deliveries = counter('openslot_deliveries_total', 'Attempts at deliveries by result', 'result');
  const deliverySeconds = histogram('openslot_delivery_duration_seconds', 'Time until a receiver responded', SHORT);
  const deliveryLag = histogram('openslot_delivery_lag_seconds', 'Time from a delivery being made to its arrival', LAG);
  const runs = counter('openslot_solver_runs_total', 'Optimization runs by result', 'result');
  const runSeconds = histogram('openslot_solver_run_duration_seconds', 'Duration of optimization runs', LONG);
  const refreshes = counter(
    'openslot_planning_index_refreshes_total',
    'How often plans in memory were read completely (fill) or brought up to date (update)',
    'kind',
  );
  const refreshSeconds = histogram(
    'openslot_planning_index_refresh_duration_seconds',
    'How long searches waited for a plan in memory to be current',
    SHORT,
    'kind',
  );
  gauge('openslot_solver_threads_busy', 'Solver threads at work', () => deps.solver.busy);
  gauge('openslot_planning_index_tenants', 'Plans in memory', () => deps.planning.held().changes.size);
  gauge(
    'openslot_planning_index_entries',
    'Size of the plans in memory: appointments, and resources at twenty each',
    () => {
      return deps.planning.held().entries;
    },
  );
  // A rate needs a first value: without it the first event is not seen.
  for (const result of ['delivered', 'retried', 'dead']) deliveries.inc({ result }, 0);
  for (const result of ['done', 'failed']) runs.inc({ result }, 0);
  for (const kind of kinds) for (const result of ['done', 'retried', 'failed']) jobs.inc({ kind, result }, 0);
  for (const kind of ['fill', 'update']) refreshes.inc({ kind }, 0);

  const follow = <T>(reports: Observed<T>, listener: (what: T) => void): (() => void) => reports.follow(listener);
  const ends = [
    follow(observedJobs, ({ kind, result, seconds }) => {
      jobs.inc({ kind, result });
      jobSeconds.observe({ kind }, seconds);
    }),
    follow(observedDeliveries, ({ result, seconds, lagSeconds }) => {
      deliveries.inc({ result });
      deliverySeconds.observe(seconds);
      if (result === 'delivered') deliveryLag.observe(lagSeconds);
    }),
    follow(observedRuns, ({ result, seconds }) => {
      runs.inc({ result });
      runSeconds.observe(seconds);
    }),
    follow(observedRefreshes, ({ kind, seconds }) => {
      refreshes.inc({ kind });
      refreshSeconds.observe({ kind }, seconds);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

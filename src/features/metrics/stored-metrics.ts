import type { Counter, Gauge, Registry } from 'prom-client';
import type { DatabaseMetric, DatabaseMetrics } from './database-metrics.ts';
import type { Reading, Row } from './database-reader.ts';
import type { Library } from './library.ts';

type Made = Counter | Gauge;

/** The metrics of the database. What could not be read is absent: an old value would be taken for a new one. */
export function storedMetrics(
  { Counter, Gauge }: Library,
  registry: Registry,
  statements: readonly DatabaseMetrics[],
): (reading: Reading) => void {
  const made = new Map<string, Made>();
  const bare = new Set<Made>();
  for (const { name, help, type, labels = [] } of statements.flatMap(({ metrics }) => metrics)) {
    if (made.has(name)) continue;
    const labelNames = labels.map((label) => label.split('=')[0] as string);
    const options = { name, help, labelNames, registers: [registry] };
    const metric = type === 'counter' ? new Counter(options) : new Gauge(options);
    made.set(name, metric);
    if (labelNames.length === 0) bare.add(metric);
  }
  const up = new Gauge({
    name: 'openslot_database_up',
    help: '1 if the database responded to this scrape, 0 if not; the metrics that come from it are then absent',
    registers: [registry],
  });
  return ({ isUp, rows }) => {
    up.set(isUp ? 1 : 0);
    for (const metric of made.values()) {
      metric.reset();
      // A metric without labels begins with 0, which is a value.
      if (bare.has(metric)) metric.remove();
    }
    for (const [{ metrics }, found] of rows)
      for (const metric of metrics) for (const row of found) put(made.get(metric.name), metric, row);
  };
}

function put(to: Made | undefined, { labels = [], column }: DatabaseMetric, row: Row): void {
  const value = row[column];
  if (value === null || value === undefined) return;
  const named = Object.fromEntries(labels.map((label) => label.split('=') as [string, string]));
  // Both have it. A counter begins at 0 with every reading.
  to?.inc(named, value);
}

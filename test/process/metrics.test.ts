import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { jobKinds } from '../../src/background-work.ts';
import { version } from '../../src/version.ts';
import { describeService } from '../../tools/openapi.ts';
import { type Sample, samplesOf } from '../support/exposition.ts';
import { adjusted, pageBlocks } from '../support/page-blocks.ts';
import { TestReceiver } from '../support/receiver.ts';
import { aCall, aJob, demanded, hasProgram, Place, repository, request, type Service, until } from './process.ts';
import { freePort } from './proxy-server.ts';
import { SharedDatabase } from './shared-database.ts';

const KEY = 'the key of the metrics tests';
const TOKEN = 'the-token-of-the-metrics';
/** Part of every name that the tenant of the tests has. */
const MARK = 'Zebra';

let place: Place;
let shared: SharedDatabase;
let service: Service;
let receiver: TestReceiver;
let port: number;

/** GET /metrics */
const scrape = async (
  address = `http://127.0.0.1:${port}`,
  token?: string,
): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${address}/metrics`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return { status: response.status, text: await response.text() };
};
const samples = async (): Promise<Sample[]> => samplesOf((await scrape(undefined, TOKEN)).text);
const sum = (all: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number =>
  all
    .filter(
      (each) => each.name === name && Object.entries(labels).every(([label, value]) => each.labels[label] === value),
    )
    .reduce((total, { value }) => total + value, 0);

const send = async (target: string, body?: unknown): Promise<void> => {
  const { status, body: answer } = await request(service.address, KEY, target, body);
  expect(status, `${target}: ${JSON.stringify(answer)}`).toBeLessThan(300);
};

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Something of everything that is counted. */
async function useService(): Promise<void> {
  await send('/import', [
    aCall('mboc_upsertResource', { ResourceNo: `${MARK}-R`, ResourceName: `${MARK} Anna`, SourceApp: 'ERP' }),
    aJob(`${MARK}-J`),
    aCall('mboc_upsertTask', {
      SourceApp: 'ERP',
      SourceType: 'SERVICE',
      JobNo: `${MARK}-J`,
      TaskNo: `${MARK}-T`,
      ShortDescription: `${MARK} boiler`,
    }),
  ]);
  await send('/webhooks/AppointmentCreated', {
    notificationURL: `${receiver.url}/${MARK}`,
    resource: 'appointment',
    changeType: ['created'],
    name: `${MARK} hook`,
  });
  await send('/appointment', { subject: `${MARK} visit`, start: '2026-06-01T10:00:00Z', end: '2026-06-01T11:00:00Z' });
  await send('/recommendation', { startDate: dayIn(1), endDate: dayIn(3), duration: 'PT1H' });
  // The invitation is a mail, and a mail is a job.
  await send('/user', { username: `${MARK.toLowerCase()}@example.com`, firstName: MARK });
  await request(service.address, KEY, `/job/ERP/${MARK}/${MARK}`);
  await request(service.address, KEY, `/${MARK}/nowhere?${MARK}=${MARK}`);
  await request(service.address, KEY, `/resource?search=${MARK}`);
}

beforeAll(async () => {
  [place, shared, receiver, port] = [
    await Place.make(),
    await SharedDatabase.make(),
    await TestReceiver.start(),
    await freePort(),
  ];
  service = await place.start({
    DATABASE_URL: shared.url,
    METRICS_PORT: String(port),
    METRICS_TOKEN: TOKEN,
    BOOTSTRAP_API_KEY: KEY,
    BOOTSTRAP_TENANT: `${MARK} Heating`,
    OUTBOUND_ALLOW_PRIVATE: 'true',
  });
  await useService();
  await until(
    async () => sum(await samples(), 'openslot_deliveries_total', { result: 'delivered' }) > 0,
    'the delivery',
  );
  await until(async () => sum(await samples(), 'openslot_jobs_total', { result: 'done' }) > 0, 'the mail');
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
  await receiver.stop();
});

describe('metrics', () => {
  test('need the token, and are not on the port of the API when they have one of their own', async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape(undefined, `${TOKEN}x`)).status).toBe(401);
    expect(
      (await fetch(`http://127.0.0.1:${port}/job`, { headers: { authorization: `Bearer ${TOKEN}` } })).status,
    ).toBe(404);
    expect((await scrape(service.address, TOKEN)).status).toBe(404);
  });

  test('count what was done', async () => {
    // Values of the database are kept for some seconds.
    await until(async () => sum(await samples(), 'openslot_changes_total') >= 4, 'the changes');
    const all = await samples();
    expect(sum(all, 'openslot_http_requests_total', { method: 'POST', route: '/import', status: '200' })).toBe(1);
    expect(sum(all, 'openslot_http_requests_total', { route: 'unknown', status: '404' })).toBeGreaterThan(0);
    expect(sum(all, 'openslot_http_request_duration_seconds_count', { route: '/import' })).toBe(1);
    expect(sum(all, 'openslot_delivery_lag_seconds_count')).toBe(1);
    expect(sum(all, 'openslot_job_duration_seconds_count', { kind: 'mail' })).toBeGreaterThan(0);
    expect(sum(all, 'openslot_planning_index_refreshes_total', { kind: 'fill' })).toBe(1);
    expect(sum(all, 'openslot_planning_index_tenants')).toBe(1);
    expect(sum(all, 'openslot_database_up')).toBe(1);
    expect(sum(all, 'openslot_receivers', { state: 'sending' })).toBe(1);
    expect(sum(all, 'openslot_database_connections')).toBeGreaterThan(0);
    expect(sum(all, 'openslot_disk_free_bytes')).toBeGreaterThan(0);
    expect(all.filter(({ name }) => name === 'openslot_backup_age_seconds')).toEqual([]);
  });

  test('are all explained by the guide, and the guide names no others', async () => {
    const { text } = await scrape(undefined, TOKEN);
    const declared = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`);
    const guide = readFileSync(path.join(repository, 'docs/guides/operate/metrics.md'), 'utf8');
    const explained = [...guide.matchAll(/^\| `(\w+)` \| (\w+) \|/gm)].map(([, name, type]) => `${name} ${type}`);
    expect(explained.sort()).toEqual(declared.sort());
  });

  test('have no data of a tenant in any label: every value is one of the code', async () => {
    const patterns = new Set(['unknown']);
    await describeService(({ url }) => {
      patterns.add(url);
    });
    const fixed: Readonly<Record<string, (value: string) => boolean>> = {
      method: (value) => /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|OTHER)$/.test(value),
      route: (value) => patterns.has(value),
      status: (value) => /^[1-5]\d\d$/.test(value),
      kind: (value) => ['fill', 'update', ...jobKinds.map(({ kind }) => kind)].includes(value),
      result: (value) => ['delivered', 'retried', 'dead', 'done', 'failed'].includes(value),
      state: (value) =>
        ['due', 'running', 'later', 'sending', 'failing', 'paused', 'suspended', 'idle', 'busy'].includes(value),
      receiver: (value) => ['active', 'stopped'].includes(value),
      stat: (value) => ['mean', 'p99', 'max'].includes(value),
      disk: (value) => value === 'data',
      le: (value) => value === '+Inf' || Number.isFinite(Number(value)),
      version: (value) => value === version,
      roles: (value) => /^(api|worker)(,(api|worker))*$/.test(value),
      node_version: (value) => value === process.version,
    };
    const { text } = await scrape(undefined, TOKEN);
    expect(text.toLowerCase()).not.toContain(MARK.toLowerCase());
    const unknown = samplesOf(text).flatMap(({ name, labels }) =>
      Object.entries(labels)
        .filter(([label, value]) => !fixed[label]?.(value))
        .map(([label, value]) => `${name}{${label}="${value}"}`),
    );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('on the port of the API need the token', async () => {
    const other = await Place.make();
    try {
      const node = await other.start({ DATABASE_URL: shared.url, METRICS_TOKEN: TOKEN, ROLES: 'api' });
      expect((await scrape(node.address)).status).toBe(401);
      expect((await scrape(node.address, KEY)).status).toBe(401);
      const { status, text } = await scrape(node.address, TOKEN);
      expect(status).toBe(200);
      expect(sum(samplesOf(text), 'openslot_build_info', { roles: 'api' })).toBe(1);
    } finally {
      await other.remove();
    }
  });
});

const possible = demanded(
  hasProgram('prometheus') && hasProgram('promtool'),
  'REQUIRE_PROMETHEUS',
  'metrics, alerts and dashboard with Prometheus, which is not installed',
);
const deploy = (...names: string[]): string => path.join(repository, 'deploy', ...names);
const checkMetrics = (input: string): string =>
  execFileSync('promtool', ['check', 'metrics'], { encoding: 'utf8', input });

interface Alert {
  readonly alert: string;
  readonly expr: string;
}
const alerts = (): Alert[] => parse(readFileSync(deploy('prometheus', 'alerts.yml'), 'utf8')).groups[0].rules;

describe.runIf(possible)('Prometheus', () => {
  let prometheus: number;
  const ask = async (
    route: string,
  ): Promise<{ status: string; data: { result: { value: [number, string] }[] } & Record<string, never> }> =>
    (await fetch(`http://127.0.0.1:${prometheus}/api/v1/${route}`)).json() as never;
  const query = async (expr: string) => {
    const { status, data } = await ask(`query?query=${encodeURIComponent(expr)}`);
    expect(status, expr).toBe('success');
    return data.result;
  };

  beforeAll(async () => {
    prometheus = await freePort();
    const config = adjusted(readFileSync(deploy('prometheus', 'prometheus.yml'), 'utf8'), {
      'scrape_interval: 15s': 'scrape_interval: 1s',
      'evaluation_interval: 15s': 'evaluation_interval: 1s',
      "'127.0.0.1:9464', '127.0.0.1:9465'": `'127.0.0.1:${port}'`,
    });
    await writeFile(path.join(place.home, 'prometheus.yml'), config);
    await copyFile(deploy('prometheus', 'alerts.yml'), path.join(place.home, 'alerts.yml'));
    place.spawn([
      'prometheus',
      `--config.file=${path.join(place.home, 'prometheus.yml')}`,
      `--storage.tsdb.path=${path.join(place.home, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${prometheus}`,
    ]);
    await until(
      async () =>
        Number((await query('count_over_time(up{job="openslot"}[5m])').catch(() => []))[0]?.value[1] ?? 0) >= 3,
      'three scrapes',
    );
  });

  test('finds nothing to complain about in the metrics', async () => {
    expect(checkMetrics((await scrape(undefined, TOKEN)).text)).toBe('');
  });

  test('scrapes the service', async () => {
    expect(await query('up{job="openslot"} == 1')).toHaveLength(1);
    expect(await query('openslot_database_up == 1')).toHaveLength(1);
  });

  test('has data for every query of the dashboard', async () => {
    const { panels } = JSON.parse(readFileSync(deploy('grafana', 'openslot.json'), 'utf8')) as {
      panels: { title: string; type: string; targets?: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    expect(queries.length).toBeGreaterThan(30);
    const empty: string[] = [];
    for (const { title, expr } of queries) {
      const asked = expr.replaceAll('$job', 'openslot').replaceAll('$__rate_interval', '1m');
      expect(asked).not.toContain('$');
      if ((await query(asked)).length === 0) empty.push(`${title}: ${expr}`);
    }
    expect(empty).toEqual([]);
  });

  test('is set up by the commands of the guides', async () => {
    const commands = [
      ...pageBlocks('docs/guides/operate/metrics.md', '## Set it up', 'sh'),
      ...pageBlocks('docs/guides/operate/alerts.md', '# Set up alerts', 'sh'),
    ].join('');
    const script = adjusted(commands, { '127.0.0.1:9464': `127.0.0.1:${port}` });
    const shown = execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
      encoding: 'utf8',
      cwd: deploy('prometheus'),
    });
    expect(shown.match(/SUCCESS/g)?.length).toBeGreaterThanOrEqual(4);
  });

  test('no alert fires on a healthy service, though every metric of them exists', async () => {
    const { data } = await ask('alerts');
    expect((data as unknown as { alerts: unknown[] }).alerts).toEqual([]);
    for (const { alert, expr } of alerts()) {
      const names = expr.match(/\bopenslot_\w+/g) ?? [];
      // Nobody makes backups here.
      for (const name of names)
        if (name !== 'openslot_backup_age_seconds') expect(await query(name), `${alert}: ${name}`).not.toEqual([]);
    }
  });
});

test('every alert has a test in which it fires, one in which it does not, and a section in the guide', () => {
  const { tests } = parse(readFileSync(deploy('prometheus', 'alerts.test.yml'), 'utf8')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
  };
  const tried = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
  const guide = readFileSync(path.join(repository, 'docs/guides/operate/alerts.md'), 'utf8');
  for (const { alert } of alerts()) {
    const own = tried.filter(({ alertname }) => alertname === alert);
    expect(
      own.some(({ exp_alerts }) => exp_alerts.length > 0),
      `${alert} fires`,
    ).toBe(true);
    expect(
      own.some(({ exp_alerts }) => exp_alerts.length === 0),
      `${alert} is quiet`,
    ).toBe(true);
    expect(guide).toContain(`### ${alert}\n`);
  }
});

test('without the database the scrape goes on: its metrics are absent, and openslot_database_up is 0', async () => {
  await shared.close();
  try {
    await until(
      async () => (await samples()).some(({ name, value }) => name === 'openslot_database_up' && value === 0),
      'the outage',
    );
    const names = new Set((await samples()).map(({ name }) => name));
    expect(names).toContain('openslot_http_requests_total');
    for (const name of [
      'openslot_queue_jobs',
      'openslot_changes_total',
      'openslot_delivery_oldest_age_seconds',
      'openslot_database_size_bytes',
    ])
      expect(names).not.toContain(name);
  } finally {
    await shared.open();
  }
  await until(async () => sum(await samples(), 'openslot_database_up') === 1, 'the database');
  expect(sum(await samples(), 'openslot_changes_total')).toBeGreaterThan(0);
});

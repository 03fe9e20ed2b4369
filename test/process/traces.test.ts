import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjusted, pageBlocks } from '../support/page-blocks.ts';
import { TestReceiver } from '../support/receiver.ts';
import { Place, request, type Service, until } from './process.ts';
import { SharedDatabase } from './shared-database.ts';

const KEY = 'the key of the trace tests';
/** Part of every name that the tenant of the tests has. */
const MARK = 'Zebra';
const SPAN = '00f067aa0ba902b7';
const traceId = (): string => randomBytes(16).toString('hex');

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

let place: Place;
let shared: SharedDatabase;
let collector: TestReceiver;
let office: TestReceiver;
let service: Service;

/** What the collector was sent, as OTLP in JSON. */
const spans = (trace: string): Span[] =>
  collector
    .at('/v1/traces')
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans: sent }) => sent as Span[])
    .filter((span) => span.traceId === trace);
const attribute = (span: Span | undefined, name: string): unknown =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];

const send = async (target: string, body: unknown, trace: string, flags = '01'): Promise<void> => {
  const credential = { 'x-api-key': KEY, traceparent: `00-${trace}-${SPAN}-${flags}` };
  const { status, body: answer } = await request(service.address, credential, target, body);
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
};
const anAppointment = () => ({ subject: `${MARK} visit`, start: '2026-06-01T10:00:00Z', end: '2026-06-01T11:00:00Z' });

beforeAll(async () => {
  [place, shared, collector, office] = [
    await Place.make(),
    await SharedDatabase.make(),
    await TestReceiver.start(),
    await TestReceiver.start(),
  ];
  service = await place.start({
    DATABASE_URL: shared.url,
    BOOTSTRAP_API_KEY: KEY,
    BOOTSTRAP_TENANT: `${MARK} Heating`,
    OUTBOUND_ALLOW_PRIVATE: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret,other=2',
    OTEL_SERVICE_NAME: 'planning',
    // The exporter waits for so long for more spans.
    OTEL_BSP_SCHEDULE_DELAY: '200',
  });
  const hook = { notificationURL: `${office.url}/hook`, resource: 'appointment', changeType: ['created'], name: MARK };
  await send('/webhooks/AppointmentCreated', hook, traceId());
});
afterAll(async () => {
  await place.remove();
  await shared.remove();
  await collector.stop();
  await office.stop();
});

describe('a trace', () => {
  test('goes from the client through the request and its change to the delivery, and on to the receiver', async () => {
    const trace = traceId();
    await send('/appointment', anAppointment(), trace);
    await until(() => spans(trace).some(({ name }) => name === 'delivery'), 'the span of the delivery');
    const [server, ...more] = spans(trace).filter(({ kind }) => kind === 2);
    expect(more).toEqual([]);
    expect(server).toMatchObject({ name: 'POST /appointment', parentSpanId: SPAN });
    expect(attribute(server, 'http.response.status_code')).toBe(200);
    const delivery = spans(trace).find(({ name }) => name === 'delivery');
    expect(delivery?.parentSpanId).toBe(server?.spanId);
    const received = office.at('/hook').find(({ headers }) => headers['traceparent']?.includes(trace));
    expect(received?.headers['traceparent']).toBe(`00-${trace}-${delivery?.spanId}-01`);
    // The log has it too: from a slow request to its lines.
    expect(service.stdout()).toContain(`"trace":"${trace}"`);
  });

  test('goes on in the background job that a request queues', async () => {
    const trace = traceId();
    await send('/user', { username: `${MARK.toLowerCase()}@example.com`, firstName: MARK }, trace);
    await until(() => spans(trace).some(({ name }) => name === 'job mail'), 'the span of the job');
    const [server, job] = ['POST /user', 'job mail'].map((name) => spans(trace).find((span) => span.name === name));
    expect(job?.parentSpanId).toBe(server?.spanId);
    expect(attribute(job, 'openslot.job.kind')).toBe('mail');
  });

  test('goes on from a job to the jobs that it queues', async () => {
    const trace = traceId();
    await send('/import/setup', { owner: 'anna@example.com', profiles: [{ code: 'PLANNER' }] }, trace);
    await until(() => spans(trace).some(({ name }) => name === 'job mail'), 'the mail about the package');
    const [setup, mail] = ['job setup', 'job mail'].map((name) => spans(trace).find((span) => span.name === name));
    expect(mail?.parentSpanId).toBe(setup?.spanId);
    const stored = await shared.query(
      `select trace_parent as parent from change_set where trace_parent like '%${trace}%'`,
    );
    expect(stored).toEqual([{ parent: `00-${trace}-${setup?.spanId}-01` }]);
  });

  test('that the client does not record is passed on, and not sent to the collector', async () => {
    const trace = traceId();
    await send('/appointment', anAppointment(), trace, '00');
    const arrived = () => office.at('/hook').find(({ headers }) => headers['traceparent']?.includes(trace));
    await until(() => arrived() !== undefined, 'the delivery');
    expect(arrived()?.headers['traceparent']).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`));
    const later = traceId();
    await send('/appointment', anAppointment(), later);
    await until(() => spans(later).length > 0, 'the next trace');
    expect(spans(trace)).toEqual([]);
  });

  test('holds no data of a tenant, and comes with the headers and the name that were set', () => {
    const sent = collector.at('/v1/traces');
    expect(sent.length).toBeGreaterThan(0);
    for (const { text, headers } of sent) {
      expect(text.toLowerCase()).not.toContain(MARK.toLowerCase());
      expect(headers['api-key']).toBe('a secret');
    }
    const [{ resource }] = sent[0]!.body.resourceSpans;
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'planning' } });
    const names = sent.flatMap(({ text }) => [...text.matchAll(/"key":"([^"]+)"/g)].map(([, key]) => key));
    expect([...new Set(names)].sort()).toEqual([
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'openslot.delivery.attempt',
      'openslot.job.attempt',
      'openslot.job.kind',
      'service.instance.id',
      'service.name',
      'service.version',
    ]);
  });

  test('is lost without harm while the collector is away', async () => {
    collector.answer = () => ({ status: 400 });
    await send('/appointment', anAppointment(), traceId());
    await service.says(/sending traces failed, retrying/);
    expect((await request(service.address, KEY, '/health/ready')).status).toBe(200);
  });
});

test('a share of 0 records only what clients record', async () => {
  const other = await Place.make();
  const [, command = ''] = pageBlocks('docs/guides/operate/traces.md', '## Choose what is recorded', 'sh');
  try {
    const node = await other.start({
      DATABASE_URL: shared.url,
      ROLES: 'api',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'few',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    collector.answer = () => ({ status: 200 });
    await request(node.address, KEY, '/appointment', anAppointment());
    const asked = adjusted(command, { 'os_…': KEY, 'http://127.0.0.1:8080': node.address });
    await promisify(execFile)('bash', ['-c', asked]);
    const ofNode = (): string[] =>
      collector
        .at('/v1/traces')
        .flatMap(({ body }) => body.resourceSpans)
        .filter(({ resource }) => JSON.stringify(resource).includes('"few"'))
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans: sent }) => sent as Span[])
        .map(({ name }) => name);
    await until(() => ofNode().length > 0, 'the trace of the client');
    expect(ofNode()).toEqual(['GET /status']);
  } finally {
    await other.remove();
  }
});

test('without the setting nothing is recorded or passed on', async () => {
  const other = await Place.make();
  try {
    const node = await other.start({ DATABASE_URL: shared.url, ROLES: 'api' });
    const trace = traceId();
    const credential = { 'x-api-key': KEY, traceparent: `00-${trace}-${SPAN}-01` };
    await request(node.address, credential, '/appointment', anAppointment());
    expect(await shared.query(`select from change_set where trace_parent like '%${trace}%'`)).toEqual([]);
  } finally {
    await other.remove();
  }
});

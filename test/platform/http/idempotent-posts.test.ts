import { channel } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postsWithoutKey } from '../../../src/platform/http/idempotency-key.ts';
import { describeService } from '../../../tools/openapi.ts';
import { type Answer, clientFor, startService, type TestService } from '../../support/service.ts';
import { TableDigests } from '../../support/table-digests.ts';
import { usageOf } from './post-requests.ts';

/** Every POST route that the server registers, those that the description hides included. */
async function postRoutes(): Promise<string[]> {
  const found = new Set<string>();
  const listen = (message: unknown): void =>
    void (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      if ([method].flat().includes('POST')) found.add(url);
    });
  const started = channel('fastify.initialization');
  started.subscribe(listen);
  await describeService();
  started.unsubscribe(listen);
  return [...found].sort();
}
const routes = await postRoutes();
const writing = routes.filter((route) => !(route in postsWithoutKey));

let service: TestService;
let other: TestService;
let digests: TableDigests;
beforeAll(async () => {
  service = await startService();
  other = await startService({ database: service.databaseUrl });
  digests = await TableDigests.open(service.databaseUrl, 'tenant', ASIDE);
  service.setNow('2026-06-01T05:00:00Z');
  other.setNow('2026-06-01T05:00:00Z');
  // Stands for a process that dies when it has done the work and is about to store the answer.
  await service.deps.db.query(`
    create function die() returns trigger language plpgsql as $$ begin
      if new.key = 'dies' then raise exception 'the process died'; end if; return new;
    end $$;
    create trigger die before insert on idempotency for each row execute function die();`);
});
afterAll(async () => {
  await digests.close();
  await other.close();
  await service.close();
});

/** What is no part of a request: derived from the log when somebody reads it, or noted about the request itself. */
const ASIDE = [
  'idempotency',
  'import_log',
  'appointment_plan',
  'resource_plan',
  'road_leg',
  'task_plan',
  'violation',
  'plan_state',
  'live_stream',
];

const codes = ({ status, body }: Answer): unknown[] => [status, body?.Code];
const replayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
const kept = ({ status, text, headers }: Answer): unknown[] => [
  status,
  text,
  ...['location', 'etag', 'content-type'].map((name) => headers.get(name)),
];

describe('POST', () => {
  test('routes all take an Idempotency-Key or are listed with the reason why not', () => {
    expect(writing.filter((route) => !usageOf(route))).toEqual([]);
    expect(Object.keys(postsWithoutKey).filter((route) => !routes.includes(route))).toEqual([]);
    expect(Object.values(postsWithoutKey).filter((reason) => reason.length < 20)).toEqual([]);
  });

  test('routes that take the key describe it, and no others', () => {
    const { paths } = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
    const described = Object.entries<{ post?: { parameters?: { name: string; in: string }[] } }>(paths)
      .filter(([, { post }]) => post?.parameters?.some((each) => each.name === 'idempotency-key'))
      .map(([path]) => path.replace(/\{(\w+)\}/g, ':$1'));
    const shown = Object.keys(paths)
      .filter((path) => paths[path].post)
      .map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
    expect(described).toEqual(shown.filter((path) => !(path in postsWithoutKey)));
  });

  test.each(writing)('%s with an Idempotency-Key has one effect and one answer', async (route) => {
    const usage = usageOf(route);
    if (!usage) throw new Error(`nobody has said how ${route} is used`);
    const erp = await service.tenant({ timeZone: 'Europe/Brussels' });
    const { path, body, refused, leavesNoTrace, caller = { 'x-api-key': erp.key } } = await usage({ service, erp });
    const client = (node: TestService) => clientFor(node.baseUrl, caller);
    const post = (key: string, node = service, sent = body) =>
      client(node).post(path, sent, { 'idempotency-key': key });
    const state = () => digests.read(erp.tenant.id);
    const before = await state();

    // The work and its answer are one transaction: without the answer there is no work.
    expect((await post('dies')).status).toBeGreaterThanOrEqual(500);
    expect(await state()).toEqual(before);

    // Refused requests leave the key free.
    const wrong = await client(service).post(refused.path ?? path, refused.body, { 'idempotency-key': 'k' });
    expect(wrong.status, wrong.text).toBeGreaterThanOrEqual(400);
    expect(wrong.status, wrong.text).toBeLessThan(500);
    expect(wrong.body.Code).not.toBe('REQ017');
    expect(await state()).toEqual(before);

    // Somebody else is at it, on whichever node.
    await service.deps.db.transaction(async (tx) => {
      await tx.query('select pg_advisory_xact_lock(7342, hashtext($1))', [`${erp.tenant.id}:k`]);
      for (const node of [service, other]) expect(codes(await post('k', node))).toEqual([409, 'REQ018']);
      return { commit: false, value: undefined };
    });
    expect(await state()).toEqual(before);

    // Of several at once, one does it.
    const answers = await Promise.all([service, other, service, other].map((node) => post('k', node)));
    const [first, ...more] = answers.filter((answer) => answer.status < 300 && !replayed(answer));
    if (!first) throw new Error(answers.map(({ text }) => text).join('\n'));
    expect(more).toEqual([]);
    for (const answer of answers.filter((each) => each !== first))
      if (!replayed(answer)) expect(codes(answer)).toEqual([409, 'REQ018']);
    const after = await state();
    if (!leavesNoTrace) expect(after).not.toEqual(before);

    // The same again is answered with the same, and does nothing.
    for (const node of [service, other]) {
      const again = await post('k', node);
      expect([replayed(again), ...kept(again)]).toEqual([true, ...kept(first)]);
    }
    // Another request, or another caller, does not get that answer.
    const changed = Array.isArray(body) ? [...body, ...body] : { ...(body as object), another: true };
    expect(codes(await post('k', service, changed))).toEqual([422, 'REQ017']);
    const stranger = clientFor(service.baseUrl, { 'x-api-key': await erp.addKey() });
    const foreign = await stranger.post(path, body, { 'idempotency-key': 'k' });
    expect(codes(foreign)).toEqual([422, 'REQ017']);
    const { api_key: _, ...others } = after;
    expect(await state()).toMatchObject(others);

    // Nothing of the answer can be read in the table.
    const [stored] = await service.deps.db.query<{ body: string }>(
      `select body from idempotency where tenant_id = $1 and key = 'k'`,
      [erp.tenant.id],
    );
    expect(stored?.body).toMatch(/^v1\.[\w-]+$/);
  });
});

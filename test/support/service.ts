import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { jobKinds } from '../../src/background-work.ts';
import type { Deps } from '../../src/deps.ts';
import { type QuotaLimits, usualQuotas } from '../../src/domain/quotas.ts';
import { addKey, type KeyRequest } from '../../src/features/access/api-keys.ts';
import { createTenant } from '../../src/features/access/create-tenant.ts';
import type { Tenant } from '../../src/features/access/tenant-store.ts';
import { VerifiedLogins } from '../../src/features/access/verified-logins.ts';
import { storedContent } from '../../src/features/attachments/stored-content.ts';
import { Outbound, type OutboundOptions } from '../../src/features/connectors/outbound.ts';
import { Gazetteers } from '../../src/features/geocoding/gateway/gazetteers.ts';
import type { Geocoding } from '../../src/features/geocoding/geocoding.ts';
import { packStore } from '../../src/features/geocoding/packs.ts';
import { LiveHub } from '../../src/features/live/live-hub.ts';
import type { MapTiles } from '../../src/features/map/map-tiles.ts';
import { SolverThreads } from '../../src/features/optimization/solver-threads.ts';
import { PlanningIndex } from '../../src/features/planning/planning-index.ts';
import type { InstallationProvider } from '../../src/features/single-sign-on/provider.ts';
import { ProviderConnections } from '../../src/features/single-sign-on/provider-connections.ts';
import { SlotTokens } from '../../src/features/slots/slot-token.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { closeServer } from '../../src/platform/http/close-server.ts';
import type { Limits } from '../../src/platform/http/limits.ts';
import { PublicAddress } from '../../src/platform/http/public-address.ts';
import type { RequestMemory } from '../../src/platform/http/request-memory.ts';
import { drain } from '../../src/platform/jobs/worker.ts';
import { type Log, makeLog } from '../../src/platform/log.ts';
import { folderMailer, smtpMailer } from '../../src/platform/mail/mailer.ts';
import { Outages } from '../../src/platform/outages.ts';
import { noBackups } from '../../src/platform/postgres/backup/index.ts';
import { Database, databaseNow } from '../../src/platform/postgres/database.ts';
import { Statistics } from '../../src/platform/postgres/statistics.ts';
import { makeSealer } from '../../src/platform/sealer.ts';
import { recordExtensions } from '../../src/record-extensions.ts';
import { ChangeSignal } from '../../src/records/storage/change-signal.ts';
import { buildServer } from '../../src/server.ts';
import { checkAnswer } from './check-answer.ts';
import { databaseUrl } from './global-setup.ts';
import { CheckedDatabase } from './statements/checked-database.ts';

/** A service on a database of its own, reached as a client would reach it. */
export interface TestService {
  readonly deps: Deps;
  readonly databaseUrl: string;
  readonly baseUrl: string;
  /** Statements since the last call of it. */
  statements(): string[];
  /** Moves the service's clock. */
  setNow(moment: string | undefined): void;
  /** Does the jobs that are due, as a worker would; with `all` also those that wait for another attempt. */
  work(which?: 'all'): Promise<void>;
  /** The mails that went out as files, oldest first. */
  mails(): Promise<string[]>;
  clearMails(): Promise<void>;
  tenant(options?: { name?: string; timeZone?: string }): Promise<TestTenant>;
  close(): Promise<void>;
}

export interface TestTenant {
  readonly tenant: Tenant;
  readonly key: string;
  readonly client: Client;
  addKey(request?: Partial<KeyRequest>): Promise<string>;
}

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely; their shape is checked against openapi.json
  readonly body: any;
  readonly text: string;
}

export interface Client {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  del(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  import(calls: unknown, headers?: Record<string, string>, query?: string): Promise<Answer>;
}

/** Every answer is held against openapi.json on its way to the test. */
export function clientFor(baseUrl: string, credential: Record<string, string>): Client {
  const send: Client['send'] = async (method, address, body, headers = {}) => {
    // A Location may be absolute.
    const path = address.replace(/^https?:\/\/[^/]+/, '');
    const raw = typeof body === 'string' || body instanceof Uint8Array;
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...credential, ...headers },
      ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
    const answer: Answer = {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : undefined,
      text,
    };
    checkAnswer(method, path, answer);
    return answer;
  };
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    put: (path, body, headers) => send('PUT', path, body, headers),
    del: (path, body, headers) => send('DELETE', path, body, headers),
    import: (calls, headers, query = '') => send('POST', `/import${query}`, calls, headers),
  };
}

/** One import call from a record: aCall('mboc_upsertJob', {SourceApp: 'ERP', …}). */
export const aCall = (procedure: string, record: Record<string, unknown>) => ({
  StoredProcedureName: procedure,
  ParameterNames: Object.keys(record),
  ParameterValues: Object.values(record),
});

interface ServiceOptions {
  limits?: Partial<Limits>;
  database?: string;
  connections?: number;
  requestsPerMinute?: number;
  unknownPerMinute?: number;
  trustProxy?: number | readonly string[];
  corsOrigins?: readonly string[];
  memory?: RequestMemory;
  geocoding?: Partial<Geocoding>;
  live?: ConstructorParameters<typeof LiveHub>[1];
  smtpUrl?: string;
  /** Bytes of attachments of a tenant. */
  attachmentQuota?: number;
  publicUrl?: string;
  environment?: Environment;
  sandboxUrl?: string;
  outbound?: Partial<OutboundOptions>;
  mapTiles?: MapTiles;
  /** Path of a PMTiles file. */
  streets?: string;
  lookUpMs?: number;
  quotas?: Partial<QuotaLimits>;
  installationProvider?: InstallationProvider;
  log?: Log;
}

let kept: Promise<TestService> | undefined;

/**
 * The service that all test files of a worker use, one after the other; it lives until the worker ends. Each file finds it as new: an empty
 * database (ids go on), no jobs, no mails, the clock of the machine. A file that needs settings of its own, changes tables or counts on ids
 * starts a service of its own.
 */
export async function sharedService(): Promise<TestService> {
  kept ??= startService();
  const service = await kept;
  service.statements();
  return {
    ...service,
    async close() {
      service.setNow(undefined);
      await service.deps.statistics.settled();
      await empty(service.deps.db);
      await service.clearMails();
    },
  };
}

async function empty(db: Database): Promise<void> {
  const [tables] = await db.query<{ names: string }>(
    `select string_agg(oid::regclass::text, ', ') as names from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'`,
  );
  // Repeated when it meets what the service does in the background. A transaction that a test left open is named, not waited for until the test times out.
  await db
    .write(0, async (tx) => {
      await tx.query(`set local lock_timeout = '30s'`);
      await tx.query(`truncate ${tables?.names}`);
      await tx.query('delete from graphile_worker._private_jobs');
      return { commit: true, value: undefined };
    })
    .catch(async (error: Error) => {
      const others = await db.query<{ what: string }>(
        `select format('%s since %s: %s', state, now() - xact_start, left(query, 300)) as what from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
      );
      throw new Error(`${error.message}; open transactions: ${others.map(({ what }) => what).join('; ') || 'none'}`);
    });
}

/** A service of its own, on a database of its own or on one that another one uses. */
export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const server = inject('server');
  const own = options.database === undefined;
  const name = `${inject('databases')}${randomBytes(6).toString('hex')}`;
  const admin = new Database({ connection: server, connections: 1 });
  if (own) await admin.query(`create database ${name} template ${inject('template')}`);
  const url = options.database ?? databaseUrl(server, name);
  let seen: string[] = [];
  let now: Date | undefined;
  const db = new CheckedDatabase({
    connection: url,
    connections: options.connections ?? 10,
    onStatement: (text) => seen.push(text),
    onError: () => {},
    ...(options.lookUpMs === undefined ? {} : { lookUpMs: options.lookUpMs }),
  });
  const statistics = new Statistics(db, () => {});
  const changeSignal = new ChangeSignal({ db, onError: () => {} });
  const secret = new TextEncoder().encode('a secret that only the tests use, long enough');
  const sealer = makeSealer(secret);
  const log = options.log ?? makeLog('silent');
  const outages = new Outages(log);
  const quotas = { ...usualQuotas, ...options.quotas };
  const clock = () => now ?? new Date();
  const logins = new VerifiedLogins();
  const providerConnections = new ProviderConnections({ allowPrivate: false, ...options.outbound, now: clock });
  const live = new LiveHub({ db, changeSignal, outages, quotas, now: clock, jwtSecret: secret, logins }, options.live);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'openslot-mail-'));
  const from = 'Openslot <openslot@test.example>';
  const parts: Omit<Deps, 'extensions'> = {
    db,
    changeSignal,
    statistics,
    sealer,
    slotTokens: new SlotTokens(sealer, secret),
    geocoding: {
      gazetteers: new Gazetteers(packStore(db)),
      provider: undefined,
      cacheDays: 90,
      ...options.geocoding,
    },
    planning: new PlanningIndex(),
    roads: undefined,
    mapTiles: options.mapTiles,
    streetMap: {
      path: options.streets ?? path.join(folder, 'map.pmtiles'),
      attribution: '© OpenStreetMap contributors',
    },
    live,
    mailer: options.smtpUrl ? smtpMailer(options.smtpUrl, from) : folderMailer(folder, from),
    publicAddress: new PublicAddress({ configured: options.publicUrl, fallback: '', isLocal: true, log }),
    environment: options.environment ?? 'production',
    changesKeepDays: 90,
    importLogKeepDays: 30,
    auditKeepDays: 365,
    attachments: { content: storedContent(db), quotaBytes: options.attachmentQuota ?? 1_073_741_824 },
    outbound: new Outbound({ allowPrivate: false, timeoutMs: 5000, ...options.outbound }),
    solver: new SolverThreads(2),
    limits: { callsPerImport: 10_000, bytesPerRequest: 33_554_432, ...options.limits },
    sessionAheadMinutes: 15,
    quotas,
    now: clock,
    // The clock of the database, unless a test has moved that of the service.
    sharedNow: async (session) => now?.getTime() ?? databaseNow(session),
    log,
    outages,
    backups: noBackups('external'),
    jwtSecret: secret,
    logins,
    providerConnections,
    installationProvider: options.installationProvider,
  };
  const deps: Deps = { ...parts, extensions: recordExtensions(parts) };
  const stopping = new AbortController();
  const app = await buildServer({
    deps,
    version: '0.0.0-test',
    stopping: stopping.signal,
    pages: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    rates: { known: options.requestsPerMinute ?? 0, unknown: options.unknownPerMinute ?? 0 },
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    ...(options.memory ? { memory: options.memory } : {}),
    ...(options.sandboxUrl ? { sandboxUrl: options.sandboxUrl } : {}),
    ...(options.corsOrigins ? { corsOrigins: options.corsOrigins } : {}),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  deps.publicAddress.listensOn(baseUrl);
  let tenants = 0;
  return {
    deps,
    databaseUrl: url,
    baseUrl,
    statements: () => {
      const taken = seen;
      seen = [];
      // Statistics are brought up to date beside requests, whenever enough rows have come together.
      return taken.filter((statement) => !/^(?:analyze |select reltuples )/.test(statement));
    },
    setNow: (moment) => {
      now = moment === undefined ? undefined : new Date(moment);
    },
    async work(which) {
      if (which === 'all') await db.query('update graphile_worker._private_jobs set run_at = now()');
      await drain(deps, jobKinds);
    },
    async mails() {
      // A mail that is still being written has another ending until it is whole.
      const whole = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
      const names = whole.sort(new Intl.Collator('en', { numeric: true }).compare);
      return Promise.all(names.map((each) => readFile(path.join(folder, each), 'utf8')));
    },
    async clearMails() {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
    },
    async tenant({ name: wanted, timeZone = 'Europe/Brussels' } = {}) {
      tenants++;
      const tenant = await createTenant(
        deps,
        wanted ?? `tenant ${tenants} ${randomBytes(3).toString('hex')}`,
        timeZone,
      );
      const make = async (request: Partial<KeyRequest> = {}): Promise<string> =>
        (await addKey(db, tenant, { name: 'test', scopes: ['admin'], ...request }, 'system')).key;
      const key = await make();
      return { tenant, key, client: clientFor(baseUrl, { 'x-api-key': key }), addKey: make };
    },
    async close() {
      stopping.abort();
      await deps.solver.close();
      await closeServer(app);
      await live.close();
      await providerConnections.close();
      await changeSignal.stop();
      await statistics.settled();
      await db.close();
      // Only to save disk space: the whole server is deleted at the end, and a checkpoint that fails says nothing about the service.
      if (own) await admin.query(`drop database if exists ${name} with (force)`).catch(() => {});
      await admin.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import path from 'node:path';

import { jobKinds } from './background-work.ts';

import { backupsOf } from './backups.ts';

import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import type { GeocodeProvider } from './domain/geocoding.ts';
import { OperatorError } from './domain/operator-error.ts';
import type { Roads } from './domain/travel.ts';
import { keptSecret } from './features/access/jwt-secret.ts';
import { VerifiedLogins } from './features/access/verified-logins.ts';
import { storedContent } from './features/attachments/stored-content.ts';
import { Outbound } from './features/connectors/outbound.ts';
import { Gazetteers } from './features/geocoding/gateway/gazetteers.ts';
import { nominatim } from './features/geocoding/gateway/nominatim.ts';
import { photon } from './features/geocoding/gateway/photon.ts';
import { packStore } from './features/geocoding/packs.ts';
import { LiveHub } from './features/live/live-hub.ts';
import { type Metrics, openMetrics } from './features/metrics/metrics.ts';
import { SolverThreads } from './features/optimization/solver-threads.ts';
import { PlanningIndex } from './features/planning/planning-index.ts';
import { ProviderConnections } from './features/single-sign-on/provider-connections.ts';
import { SlotTokens } from './features/slots/slot-token.ts';
import { Node } from './features/status/node.ts';
import { installationProviderOf } from './oidc-settings.ts';
import { PublicAddress } from './platform/http/public-address.ts';
import type { Log } from './platform/log.ts';
import { folderMailer, type Mailer, smtpMailer } from './platform/mail/mailer.ts';
import { Outages } from './platform/outages.ts';
import { PoliteClient } from './platform/outbound/polite-client.ts';
import { noBackups } from './platform/postgres/backup/index.ts';
import { checkAddresses } from './platform/postgres/check-addresses.ts';
import { Database, databaseNow } from './platform/postgres/database.ts';
import { type EmbeddedPostgres, launchEmbeddedPostgres } from './platform/postgres/embedded/index.ts';
import { Statistics } from './platform/postgres/statistics.ts';
import { osrm } from './platform/router/osrm.ts';
import { RoadLegs } from './platform/router/road-legs.ts';
import { valhalla } from './platform/router/valhalla.ts';
import { makeSealer } from './platform/sealer.ts';
import { startTracing } from './platform/tracing/otlp.ts';
import { recordExtensions } from './record-extensions.ts';
import { ChangeSignal } from './records/storage/change-signal.ts';
import { version } from './version.ts';

/** The parts of a running service, put together here and nowhere else. */
export interface Composition {
  readonly deps: Deps;
  readonly embedded: EmbeddedPostgres | undefined;
  /** Whether the private database is created by this start. */
  readonly isNew: boolean;
  /** Settles when the database can be used: the private one may still be starting. */
  readonly ready: Promise<void>;
  /** Settles when what the database holds survives a power failure, which that of a first start does a little later. */
  readonly durable: Promise<void>;
  /** Begins to take backups of the private database. Commands do not. */
  backUp(): void;
  close(): Promise<void>;
}

const CONNECTING = 'connecting to the database';

export async function compose(config: Config, log: Log): Promise<Composition> {
  if (config.databaseUrl === undefined && (config.databaseListenUrl ?? config.databaseReadUrl) !== undefined)
    throw new OperatorError(
      'DATABASE_LISTEN_URL and DATABASE_READ_URL need DATABASE_URL: the private PostgreSQL has one address and no replica.',
    );
  const installationProvider = await installationProviderOf(config);
  const outages = new Outages(log);
  const backups = backupsOf(config, log, outages);
  const embedded =
    config.databaseUrl === undefined
      ? await launchEmbeddedPostgres({
          dataDir: config.dataDir,
          log: (level, message) => log[level](message),
          ...(backups ? { archiver: backups.archiver } : {}),
        })
      : undefined;
  let closing = false;
  const onError = (error: Error): void => {
    // Not the error itself: the driver hangs the whole client on it.
    if (!closing) outages.failed(CONNECTING, { reason: error.message });
  };
  const endTracing = await tracingOf(config, outages);
  const db = new Database({
    connection: embedded?.connection ?? (config.databaseUrl as string),
    sessions: config.databaseListenUrl,
    replica: config.databaseReadUrl,
    onReplicaError: (error) => outages.failed('reading from the replica', { reason: error.message }),
    connections: config.databaseConnections,
    onError,
  });
  const secret = await secretOf(config, log).catch(async (error: unknown) => {
    await db.close();
    await embedded?.stop();
    throw error;
  });
  if (config.databaseUrl !== undefined)
    await checkAddresses({ ...config, databaseUrl: config.databaseUrl }, (message) => log.warn(message)).catch(
      async (error: unknown) => {
        await db.close();
        throw error;
      },
    );
  const statistics = new Statistics(db, onError);
  const ready = embedded?.ready ?? Promise.resolve();
  const changeSignal = new ChangeSignal({ db, onError, ready });
  changeSignal.onListening(() => outages.worked(CONNECTING));
  const previous =
    config.jwtSecretPrevious === undefined ? undefined : new TextEncoder().encode(config.jwtSecretPrevious);
  const sealer = makeSealer(secret, previous);
  const geocoder = geocoderOf(config);
  const router = routerOf(config);
  const now = () => new Date();
  const logins = new VerifiedLogins();
  const providerConnections = new ProviderConnections({ allowPrivate: config.outboundAllowPrivate, now });
  const live = new LiveHub({
    db,
    changeSignal,
    outages,
    quotas: config.quotas,
    now,
    jwtSecret: secret,
    previousJwtSecret: previous,
    logins,
  });
  const planning = new PlanningIndex();
  const solver = new SolverThreads(config.optimizerThreads);
  const metrics = await metricsOf(config, { db, planning, solver }, async () => backups?.status().age ?? undefined);
  const parts: Omit<Deps, 'extensions'> = {
    db,
    changeSignal,
    statistics,
    sealer,
    slotTokens: new SlotTokens(sealer, secret, previous),
    geocoding: {
      gazetteers: new Gazetteers(packStore(db)),
      provider: geocoder?.provider,
      cacheDays: config.geocoderCacheDays,
    },
    planning,
    roads: router?.roads,
    mapTiles:
      config.mapTilesUrl === undefined
        ? undefined
        : { url: config.mapTilesUrl, attribution: config.mapTilesAttribution },
    streetMap: {
      path: config.mapPmtiles ?? path.join(config.dataDir, 'map.pmtiles'),
      attribution: config.mapTilesAttribution || '© OpenStreetMap contributors',
    },
    live,
    mailer: mailerOf(config),
    publicAddress: new PublicAddress({
      configured: config.publicUrl,
      fallback: addressOf(config.host, config.port),
      isLocal: isLoopback(config.host),
      log,
    }),
    environment: config.environment,
    changesKeepDays: config.changesKeepDays,
    importLogKeepDays: config.importLogKeepDays,
    auditKeepDays: config.auditKeepDays,
    attachments: { content: storedContent(db), quotaBytes: config.attachmentQuotaMb * 1_048_576 },
    outbound: new Outbound({ allowPrivate: config.outboundAllowPrivate, timeoutMs: config.outboundTimeout }),
    solver,
    limits: {
      callsPerImport: config.importMaxCalls,
      bytesPerRequest: config.requestMaxBytes,
    },
    sessionAheadMinutes: config.sessionMaxAheadMinutes,
    quotas: config.quotas,
    now,
    sharedNow: databaseNow,
    log,
    outages,
    backups: backups ?? noBackups(embedded ? 'off' : 'external'),
    jwtSecret: secret,
    previousJwtSecret: previous,
    logins,
    providerConnections,
    installationProvider,
    metrics,
    node: new Node({ version, roles: config.roles, dataDir: config.dataDir }),
  };
  const deps: Deps = { ...parts, extensions: recordExtensions(parts) };
  return {
    deps,
    embedded,
    isNew: embedded?.isNew ?? false,
    ready,
    durable: embedded?.durable ?? Promise.resolve(),
    backUp: () => {
      if (embedded) backups?.begin(db, embedded.connection);
    },
    async close() {
      closing = true;
      await backups?.end();
      await live.close();
      await providerConnections.close();
      await changeSignal.stop();
      await geocoder?.client.close();
      await router?.client.close();
      await metrics?.close();
      await statistics.settled();
      await db.close();
      await endTracing();
      await embedded?.stop();
    },
  };
}

const tracingOf = async (config: Config, outages: Outages): Promise<() => Promise<void>> =>
  config.otelEndpoint === undefined
    ? async () => {}
    : startTracing(
        {
          endpoint: config.otelEndpoint,
          headers: config.otelHeaders,
          serviceName: config.otelServiceName,
          version,
          sampler: config.otelSampler,
          ratio: config.otelRatio,
          delayMs: config.otelDelayMs,
          queueSize: config.otelQueueSize,
          batchSize: config.otelBatchSize,
        },
        outages,
      );

const metricsOf = async (
  config: Config,
  deps: Parameters<typeof openMetrics>[0],
  backupAge: () => Promise<number | undefined>,
): Promise<Metrics | undefined> =>
  config.metricsPort === undefined && config.metricsToken === undefined
    ? undefined
    : openMetrics(deps, {
        version,
        roles: config.roles,
        dataDir: config.dataDir,
        jobKinds: jobKinds.map(({ kind }) => kind),
        token: config.metricsToken,
        hasOwnPort: config.metricsPort !== undefined,
        backupAge,
      });

/** The address of a service that listens on a host and a port. */
export const addressOf = (host: string, port: number): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|::1)$/i.test(host);

const mailerOf = ({ smtpUrl, mailFrom, dataDir }: Config): Mailer =>
  smtpUrl === undefined ? folderMailer(path.join(dataDir, 'mail'), mailFrom) : smtpMailer(smtpUrl, mailFrom);

/** Timeout of the routing service: a search for slots waits for it. */
const ROUTER_TIMEOUT_MS = 3000;

function routerOf(config: Config): { client: PoliteClient; roads: Roads } | undefined {
  if (config.routerUrl === undefined) return undefined;
  const client = new PoliteClient({
    url: config.routerUrl,
    userAgent: config.geocoderUserAgent,
    // A service for tables of roads is, as a rule, the operator's own.
    intervalMs: 0,
    timeoutMs: ROUTER_TIMEOUT_MS,
  });
  return { client, roads: new RoadLegs(config.routerKind === 'valhalla' ? valhalla(client) : osrm(client)) };
}

function geocoderOf(config: Config): { client: PoliteClient; provider: GeocodeProvider } | undefined {
  if (config.geocoderUrl === undefined) return undefined;
  const client = new PoliteClient({
    url: config.geocoderUrl,
    userAgent: config.geocoderUserAgent,
    intervalMs: config.geocoderInterval,
    timeoutMs: config.geocoderTimeout,
  });
  return { client, provider: config.geocoderKind === 'photon' ? photon(client) : nominatim(client) };
}

/** JWT_SECRET, or the one that is kept beside the data. */
export const secretOf = async ({ jwtSecret, dataDir }: Config, log: Log): Promise<Uint8Array> =>
  new TextEncoder().encode(jwtSecret ?? (await keptSecret(dataDir, log)));

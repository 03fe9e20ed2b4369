import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { followers, nightlyJobs } from './background-work.ts';
import { addressOf, compose } from './compose.ts';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { OperatorError } from './domain/operator-error.ts';
import { bootstrap } from './features/access/bootstrap.ts';
import { closeMetricsServer, serveMetrics } from './features/metrics/metrics-server.ts';
import { preparePartitions } from './features/nightly/add-partitions.ts';
import { scheduledNight } from './features/nightly/schedule-night.ts';
import { keepBeating } from './features/status/heartbeat.ts';
import { closeServer } from './platform/http/close-server.ts';
import { RequestMemory } from './platform/http/request-memory.ts';
import { loadQueue } from './platform/jobs/job-runner.ts';
import type { Log } from './platform/log.ts';
import { migrateTables } from './platform/postgres/migrate.ts';
import { projectPath } from './platform/project-path.ts';
import { followChanges } from './records/follow-changes.ts';
import { buildServer } from './server.ts';
import { version } from './version.ts';
import { welcome } from './welcome.ts';
import { work } from './work.ts';

export interface Service {
  readonly address: string;
  stop(): Promise<void>;
  /** Settles when the service cannot go on by itself. */
  readonly failed: Promise<string>;
}

/** What a service is given beside its usual first tenant, and what the operator should read of it. */
export type Prepare = (deps: Deps, config: Config) => Promise<string>;

/** Starts the roles of this process: database, migrations, first tenant or what is prepared instead of it, HTTP. */
export async function serve(
  config: Config,
  log: Log,
  say: (text: string) => void,
  prepare?: Prepare,
): Promise<Service> {
  const composition = await compose(config, log);
  const stopping = new AbortController();
  try {
    // The routes are made while the private PostgreSQL starts: each takes a core of its own.
    const building = buildServer({
      deps: composition.deps,
      version,
      stopping: stopping.signal,
      trustProxy: config.trustProxy,
      corsOrigins: config.corsOrigins,
      ...(config.sandboxUrl === undefined ? {} : { sandboxUrl: config.sandboxUrl }),
      rates: { known: config.rateLimit, unknown: config.rateLimitUnknown },
      memory: new RequestMemory(config.requestMemoryBytes),
      pages: projectPath('dist', 'web'),
    });
    building.catch(() => {});
    // What a new database needs later is loaded while it is created.
    if (composition.isNew) building.then(loadQueue, () => {});
    await composition.ready;
    const listens = config.roles.includes('api');
    // The first to ask whether the service is ready finds an answer.
    if (listens) void composition.deps.db.writability();
    const { applied, newer, views } = await migrateTables(composition.deps.db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    if (newer.length > 0) log.warn({ newer }, 'the database was migrated by a newer version; upgrade this node');
    await preparePartitions(composition.deps);
    const prepared = await prepare?.(composition.deps, config);
    const made = prepare
      ? undefined
      : await bootstrap(composition.deps, {
          tenant: config.bootstrapTenant,
          timeZone: config.bootstrapTimeZone,
          apiKey: config.bootstrapApiKey,
          adminEmail: config.bootstrapAdminEmail,
          adminPassword: config.bootstrapAdminPassword,
        });
    const app = await building;
    // Until here nothing is acknowledged.
    await Promise.all([composition.durable, views]);
    composition.backUp();
    if (listens)
      await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
        throw new OperatorError(whyNotListening(config, error));
      });
    const address = listens ? addressOf(config.host, (app.server.address() as AddressInfo).port) : '';
    if (listens) composition.deps.publicAddress.listensOn(address);
    const { metrics } = composition.deps;
    const metricsServer =
      metrics && config.metricsPort !== undefined
        ? await serveMetrics(metrics, log, config.host, config.metricsPort)
        : undefined;
    say(welcome({ address, made, prepared }));
    const { node } = composition.deps;
    const beating = node ? keepBeating(composition.deps, node, stopping.signal) : undefined;
    const works = config.roles.includes('worker');
    if (works && config.smtpUrl === undefined)
      log.info({ folder: path.join(config.dataDir, 'mail') }, 'SMTP_URL is not set: writing mail to files');
    const working = works
      ? [
          work(
            composition.deps,
            [scheduledNight(composition.deps, nightlyJobs, config.nightlyAt, stopping.signal)],
            stopping.signal,
          ),
          ...followers().map((follower) => followChanges(composition.deps, follower, stopping.signal)),
        ]
      : [];

    let ended: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      stopping.abort();
      // A search of minutes is broken off; its job is done again elsewhere, or here after the next start.
      await composition.deps.solver.close();
      await closeServer(app);
      if (metricsServer) await closeMetricsServer(metricsServer);
      await Promise.all([...working, beating]);
      await composition.close();
    };
    return {
      address,
      stop: () => {
        ended ??= stop();
        return ended;
      },
      failed: new Promise((settle) => {
        composition.embedded?.exited.then(() => {
          if (!stopping.signal.aborted) settle('The private PostgreSQL stopped unexpectedly.');
        });
      }),
    };
  } catch (error) {
    await composition.close();
    throw error;
  }
}

function whyNotListening({ host, port }: Config, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use. Set PORT to another one, or stop the program that uses it.`;
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  return `${host} is not an address of this machine (${message}). Set HOST to one that is, for example 127.0.0.1.`;
}

import type { AddressInfo } from 'node:net';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import { buildServer } from './http/server.ts';
import type { Log } from './observe/log.ts';
import { bootstrap } from './operations/bootstrap.ts';
import { migrate } from './storage/migrate.ts';
import { version } from './version.ts';
import { welcome } from './welcome.ts';

export interface Service {
  readonly address: string;
  stop(): Promise<void>;
  /** Settles when the service cannot go on by itself. */
  readonly failed: Promise<string>;
}

/** Starts the roles of this process: database, migrations, first tenant, HTTP. */
export async function serve(config: Config, log: Log, say: (text: string) => void): Promise<Service> {
  const composition = await compose(config, log);
  const stopping = new AbortController();
  try {
    const { applied } = await migrate(composition.deps.db);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    const made = await bootstrap(composition.deps, {
      tenant: config.bootstrapTenant,
      timeZone: config.bootstrapTimeZone,
      apiKey: config.bootstrapApiKey,
      adminEmail: config.bootstrapAdminEmail,
      adminPassword: config.bootstrapAdminPassword,
    });
    const app = await buildServer({
      deps: composition.deps,
      version,
      stopping: stopping.signal,
      trustProxy: config.trustProxy,
    });
    const listens = config.roles.includes('api');
    if (listens) await app.listen({ host: config.host, port: config.port });
    const address = listens ? urlOf(config.host, app.server.address() as AddressInfo) : '';
    say(welcome({ address, made, databaseUrl: config.databaseUrl, dataDir: config.dataDir }));

    let ended: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      stopping.abort();
      await app.close();
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
          if (!stopping.signal.aborted) settle('The private PostgreSQL ended unexpectedly.');
        });
      }),
    };
  } catch (error) {
    await composition.close();
    throw error;
  }
}

const urlOf = (host: string, { port }: AddressInfo): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;

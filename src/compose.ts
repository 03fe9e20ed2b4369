import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from './config.ts';
import type { Log } from './observe/log.ts';
import type { Deps } from './operations/deps.ts';
import { makeSealer } from './operations/sealer.ts';
import { ChangeBell } from './storage/change-log.ts';
import { Database } from './storage/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './storage/embedded/index.ts';

/** The parts of a running service, put together here and nowhere else. */
export interface Composition {
  readonly deps: Deps;
  readonly embedded: EmbeddedPostgres | undefined;
  close(): Promise<void>;
}

export async function compose(config: Config, log: Log): Promise<Composition> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (level, message) => log[level](message) })
      : undefined;
  let closing = false;
  const onError = (error: Error): void => {
    // Not the error itself: the driver hangs the whole client on it.
    if (!closing) log.warn({ reason: error.message }, 'a database connection was lost');
  };
  const db = new Database({
    connection: embedded?.connection ?? (config.databaseUrl as string),
    connections: config.databaseConnections,
    onError,
  });
  const bell = new ChangeBell({ db, onError });
  const secret = await secretOf(config);
  const deps: Deps = {
    db,
    bell,
    sealer: makeSealer(secret),
    limits: { callsPerImport: config.importMaxCalls, bytesPerRequest: config.requestMaxBytes },
    now: () => new Date(),
    log,
    jwtSecret: secret,
  };
  return {
    deps,
    embedded,
    async close() {
      closing = true;
      await bell.stop();
      await db.close();
      await embedded?.stop();
    },
  };
}

/** JWT_SECRET, or one that is made at the first start and kept beside the data, readable by its owner only. */
async function secretOf(config: Config): Promise<Uint8Array> {
  if (config.jwtSecret !== undefined) return new TextEncoder().encode(config.jwtSecret);
  const file = path.join(config.dataDir, 'jwt-secret');
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await chmod(file, 0o600).catch(() => {});
  }
  return new TextEncoder().encode((await readFile(file, 'utf8')).trim());
}

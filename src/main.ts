import { ConfigError, readConfig } from './config.ts';
import { makeLog } from './observe/log.ts';
import { serve } from './serve.ts';
import { EmbeddedPostgresError } from './storage/embedded/index.ts';

/** Runs the service until a signal ends it. A second signal does not wait. */
export async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(environment);
  const log = makeLog(config.logLevel);
  const starting = serve(config, log, (text) => process.stdout.write(`${text}\n`));
  let code = 0;
  const stop = (why: string): void => {
    log.info({ why }, 'stopping');
    // A signal during the start waits for it: half a start leaves a database behind.
    starting
      .then((service) => service.stop())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      stop(signal);
      process.once(signal, () => process.exit(1));
    });
  const service = await starting;
  service.failed.then((why) => {
    log.fatal(why);
    code = 1;
    stop(why);
  });
}

/** What a person at the command line should read instead of a stack trace. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `Openslot cannot start:\n${error.message}`;
  if (error instanceof EmbeddedPostgresError) return error.message;
  const { code, message, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is taken. Set PORT to another one, or end the program that uses it.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND')
    return `The database of DATABASE_URL cannot be reached: ${message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

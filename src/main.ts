import { ConfigError, readConfig } from './config.ts';
import { OperatorError } from './domain/operator-error.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { consoleToLog } from './platform/console-to-log.ts';
import { makeLog } from './platform/log.ts';
import { EmbeddedPostgresError } from './platform/postgres/embedded/index.ts';
import { sourceStack } from './platform/source-stack.ts';
import { type Prepare, serve } from './serve.ts';

/** Runs the service until a signal ends it. A second signal does not wait. */
export async function main(environment: NodeJS.ProcessEnv, prepare?: Prepare): Promise<void> {
  const config = readConfig(environment);
  const log = makeLog(config.logLevel);
  consoleToLog(log);
  const starting = serve(config, log, (text) => process.stdout.write(`${text}\n`), prepare);
  let code = 0;
  const stop = (why: string): void => {
    log.info({ why }, 'stopping');
    // A signal during the start waits for it: half a start leaves a database behind.
    starting
      .then((service) => service.stop())
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.error({ err: error }, 'shutdown failed');
          process.exit(1);
        },
      );
  };
  // One listener that stays: taking it away, even to put up another, lets a signal end the process at once in between.
  let askedAt = 0;
  const asked = (signal: string): void => {
    const now = performance.now();
    if (askedAt === 0) {
      askedAt = now;
      stop(signal);
    }
    // npm passes on what the terminal has sent already: a signal that follows at once is the same one.
    else if (now - askedAt > 1000) process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, asked);
  // A shell between npm and us may end without passing the signal on: then we notice that our parent is gone.
  const parent = process.ppid;
  if (environment['npm_lifecycle_event'])
    setInterval(() => {
      if (process.ppid !== parent) stop('parent process ended, stopping');
    }, 500).unref();
  const service = await starting;
  limitHeapGrowth();
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
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? sourceStack(error.stack ?? error.message) : String(error);
}

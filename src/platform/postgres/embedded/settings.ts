import { totalmem } from 'node:os';

export const superuser = 'openslot';
export const database = 'openslot';

/**
 * Given on the command line, where nothing outranks them: the private database has no settings of its own to look
 * after. Who wants to tune one runs a PostgreSQL of his own.
 */
const settings: Readonly<Record<string, string>> = {
  // What the promise "nothing acknowledged is lost" rests on.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  max_connections: '100',
  // Room for a bulk import between two checkpoints, spread out so that they do not stall it.
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  // Imports lock many rows each; a deadlock among them is better found soon than waited for.
  deadlock_timeout: '200ms',
  // Our statements are short: compiling them costs more than it saves.
  jit: 'off',
  TimeZone: 'UTC',

  log_destination: 'stderr',
  logging_collector: 'off',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  // The service reports its statements' errors itself; their text may hold personal data.
  log_min_error_statement: 'panic',
  // Read by server-log.ts.
  log_line_prefix: '%b|',
};

const MB = 1_048_576;
/** What a small machine has to spare, and what PostgreSQL takes by itself. */
const LEAST_BUFFERS_MB = 128;
/** Beyond this more gained little, and the service and the files of the system need memory too. */
const MOST_BUFFERS_MB = 512;

/**
 * A quarter of the memory for pages of tables and indexes, as PostgreSQL recommends (docs/decisions/0170). Pages take memory when they are first
 * read: an idle service needs hardly more.
 */
export const sharedBuffers = (memoryBytes: number): string =>
  `${Math.min(MOST_BUFFERS_MB, Math.max(LEAST_BUFFERS_MB, Math.floor(memoryBytes / 4 / MB)))}MB`;

/** Of the machine, or of the container where that has less. Where there is no limit, some systems report none, others one beyond all memory. */
const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

export function settingArguments(own: Readonly<Record<string, string>>): string[] {
  const given = { shared_buffers: sharedBuffers(availableMemory()), ...settings, ...own };
  return Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

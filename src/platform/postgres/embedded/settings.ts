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
  shared_buffers: '128MB',
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

export function settingArguments(own: Readonly<Record<string, string>>): string[] {
  return Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

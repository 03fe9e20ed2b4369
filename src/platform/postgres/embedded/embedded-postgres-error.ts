/** Something the operator has to fix before the private database can run; the message says what and how. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

export const useYourOwnDatabase = 'or set DATABASE_URL to a PostgreSQL of your own (15 or newer)';

/** Another service runs on the data folder. */
export class DataFolderInUse extends EmbeddedPostgresError {}

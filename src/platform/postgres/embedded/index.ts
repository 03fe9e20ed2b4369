export { EmbeddedPostgresError } from './embedded-postgres-error.ts';
export { type InstanceLock, takeInstanceLock } from './instance-lock.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

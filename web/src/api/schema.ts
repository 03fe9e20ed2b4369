export type { Paths, Schemas } from '../../../packages/client/src/schema.ts';

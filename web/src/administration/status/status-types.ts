import type { Schemas } from '../../api/schema.ts';

export type InstallationStatus = Schemas['InstallationStatus'];
export type Problem = InstallationStatus['problems'][number];
export type Process = InstallationStatus['nodes'][number];

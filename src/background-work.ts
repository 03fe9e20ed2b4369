import type { Deps } from './deps.ts';
import { features } from './features.ts';
import type { JobKind } from './platform/jobs/job-kind.ts';
import type { NightlyJob } from './platform/jobs/nightly-job.ts';
import type { Follower } from './records/follow-changes.ts';

/** Every kind of background job. */
export const jobKinds: readonly JobKind<Deps>[] = features.flatMap(({ jobs = [] }) => jobs);

/** Everything that runs every night, one after the other. */
export const nightlyJobs: readonly NightlyJob<Deps>[] = features.flatMap(({ nightly = [] }) => nightly);

/** Everything that follows the change log. */
export const followers = (): readonly Follower<Deps>[] => features.flatMap((feature) => feature.followers?.() ?? []);

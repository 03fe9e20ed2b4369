import type { Deps } from './deps.ts';
import { deliverChanges } from './features/connectors/deliver-changes.ts';
import { geocode } from './features/geocoding/geocode-job.ts';
import { keepPlans } from './features/planning/keep-plans.ts';
import type { Follower } from './records/follow-changes.ts';

/** What the worker role does by itself. */
export const followers = (): readonly Follower<Deps>[] => [geocode, keepPlans, deliverChanges()];

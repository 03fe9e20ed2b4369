import { deliverChanges } from './deliver-changes.ts';
import type { Follower } from './follow-changes.ts';
import { geocode } from './geocode.ts';
import { keepPlans } from './keep-plans.ts';

/** What the worker role does by itself. */
export const followers = (): readonly Follower[] => [geocode, keepPlans, deliverChanges()];

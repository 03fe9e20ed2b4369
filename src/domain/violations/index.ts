import { certificateInvalid } from './certificate-invalid.ts';
import { dependencyBroken } from './dependency-broken.ts';
import type { AppointmentFacts, Rule } from './facts.ts';
import { missingRequirement } from './missing-requirement.ts';
import { outOfService } from './out-of-service.ts';
import { outsideAllowed } from './outside-allowed.ts';
import { outsideWorkingTime } from './outside-working-time.ts';
import { overBudget } from './over-budget.ts';
import { overLoaded } from './over-loaded.ts';
import { overlap } from './overlap.ts';
import { pastDeadline } from './past-deadline.ts';
import { travelTooShort } from './travel-too-short.ts';
import { unwantedResource } from './unwanted-resource.ts';

/** Rules that look at one appointment with its task and resources. */
export const appointmentRules: readonly Rule<AppointmentFacts>[] = [
  outsideWorkingTime,
  missingRequirement,
  certificateInvalid,
  outOfService,
  outsideAllowed,
  pastDeadline,
  unwantedResource,
];

/** All of them, in the order of the docs. */
export const rules: readonly Omit<Rule<never>, 'check'>[] = [
  overlap,
  travelTooShort,
  ...appointmentRules,
  overBudget,
  overLoaded,
  dependencyBroken,
];

export const ruleKeys: readonly string[] = rules.map(({ key }) => key);

const byKey = new Map(rules.map((rule) => [rule.key, rule]));

export const ruleNamed = (key: string): Omit<Rule<never>, 'check'> | undefined => byKey.get(key);

/** Details that are moments: answers show them in the reader's zone. */
export const momentsInDetail: ReadonlySet<string> = new Set([
  'validUntil',
  'earliestAllowed',
  'latestAllowed',
  'deadLine',
  'earliest',
  'latest',
]);

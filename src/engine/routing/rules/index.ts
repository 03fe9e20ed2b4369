import type { ResourceDay, Span } from '../model.ts';
import { certificate } from './certificate.ts';
import { containerElsewhere } from './container-elsewhere.ts';
import { excluded } from './excluded.ts';
import { linkedElsewhere } from './linked-elsewhere.ts';
import { missingRequirement } from './missing-requirement.ts';
import { notWorking } from './not-working.ts';
import { outsideWindow } from './outside-window.ts';
import type { Pairing, Rule } from './rule.ts';
import { tooShort } from './too-short.ts';

/** In the order in which they are given as reasons. */
export const rules: readonly Rule[] = [
  excluded,
  missingRequirement,
  certificate,
  notWorking,
  containerElsewhere,
  linkedElsewhere,
  outsideWindow,
  tooShort,
];

/** Working time with the overtime that is allowed after it. */
export function workable({ working, overtime = 0 }: ResourceDay): readonly Span[] {
  const last = working.at(-1);
  if (last === undefined || overtime === 0) return working;
  return [...working.slice(0, -1), { start: last.start, end: last.end + overtime }];
}

/** When on the day the task may be worked on: whole stretches that it fits into. */
export function openFor(pairing: Pairing, working: readonly Span[]): readonly Span[] {
  let open = working;
  for (const rule of rules) {
    open = rule.narrow(open, pairing);
    if (open.length === 0) return open;
  }
  return open;
}

import { continuity } from './continuity.ts';
import { distance } from './distance.ts';
import { earliest } from './earliest.ts';
import { preferredResource } from './preferred-resource.ts';
import { priority } from './priority.ts';
import type { Scorer } from './scorer.ts';
import { skillFit } from './skill-fit.ts';
import { travel } from './travel.ts';
import { utilization } from './utilization.ts';
import { workload } from './workload.ts';

/** The catalogue: what can be weighed. A new scorer is a file and a line here. */
export const scorers: readonly Scorer[] = [
  earliest,
  distance,
  travel,
  workload,
  utilization,
  skillFit,
  preferredResource,
  continuity,
  priority,
];

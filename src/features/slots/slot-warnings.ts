import { refuse } from '../../domain/errors.ts';
import type { Question } from '../../engine/recommendation/question.ts';
import type { Scorer } from '../../engine/recommendation/scorers/scorer.ts';
import type { Slot } from '../../engine/recommendation/search.ts';
import { idleScorers } from '../../engine/recommendation/weights.ts';

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const needs = ({ key, requires }: Scorer): string => `${key} needs ${requires.join(' and ')}`;

/** Weights that count for nothing in this request: one warning each. Where no other is left, nothing says what a good slot is. */
export function warningsOfWeights(
  weights: ReadonlyMap<string, number> | undefined,
  question: Question,
): readonly string[] {
  const idle = idleScorers(weights, question);
  const sent = [...(weights?.values() ?? [])].filter((weight) => weight > 0).length;
  if (idle.length > 0 && idle.length === sent)
    throw refuse(
      'REQ010',
      `scoring.weights: no scorer that was sent can score this request: ${idle.map(needs).join(', ')}. Send what is missing, or other weights.`,
      'scoring.weights',
    );
  return idle.map((scorer) => `scoring.weights.${scorer.key}: does not count, because ${needs(scorer)}.`);
}

/** One at most about unknown distances, and one about estimates beyond the limit. */
export function warningsOfDistances(slots: readonly Slot[], { place, maxKm }: Question): readonly string[] {
  if (slots.length === 0) return [];
  if (!place)
    return ['slots.distance: the location of the work is unknown, so every distance is 0 (distanceKnown: false).'];
  const unknown = slots.filter(({ km }) => !Number.isFinite(km)).length;
  const beyond = maxKm === undefined ? 0 : slots.filter(({ km, isByRoad }) => !isByRoad && km > maxKm).length;
  return [
    ...(unknown > 0
      ? [
          `slots.distance: of ${plural(unknown, 'slot', 'slots')} the start location of the resource is unknown. The distance is 0 (distanceKnown: false), and the slots rank behind all others.`,
        ]
      : []),
    ...(beyond > 0
      ? [
          `options.maxDistanceKm: limits the straight line where road distances are unknown. The estimated distance of ${plural(beyond, 'slot is', 'slots is')} longer.`,
        ]
      : []),
  ];
}

export const PLAN_CHANGED =
  'options.cursor: the plan has changed since the first page. Slots may be missing or appear twice; repeat the request without cursor to start again.';

import { expect, it } from 'vitest';
import type { ShownSlot } from '../../../src/engine/recommendation/shown-slot.ts';
import { type Recommendation, spellAnswer } from '../../../src/engine/recommendation/spell-answer.ts';

const slot: ShownSlot = {
  start: '2026-06-01T08:00:00+02:00',
  end: '2026-06-01T09:00:00+02:00',
  resourceNo: 'R"1\\',
  resourceName: 'Ann\n“É” \u2028\ud800',
  distance: 1e-7,
  distanceKnown: true,
  estimated: false,
  travelMinutes: 12,
  score: 0.123456,
  scores: { earliest: { value: 1, weight: 0.5, share: 1e21 }, distance: { value: 0, weight: 0, share: -0 } },
  token: 'abc_-.1-2.xyz',
};
const rest: Omit<Recommendation, 'slots' | 'rejected'> = {
  totalSlots: 1,
  resourceCount: 1,
  nextCursor: null,
  relaxations: [],
  warnings: ['a "b"'],
  timeZone: 'Europe/Brussels',
  location: null,
};

it('an answer is the JSON of its slots, whatever the names of resources contain', () => {
  const answer = JSON.parse(spellAnswer({ ...rest, slots: [slot, slot], rejected: [] }, 5));
  expect(answer).toEqual(JSON.parse(JSON.stringify({ ...rest, slots: [slot, slot], rejected: [] })));
});

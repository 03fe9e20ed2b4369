import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Candidate } from '../../../src/engine/recommendation/question.ts';
import type { Reason } from '../../../src/engine/recommendation/reason.ts';
import type { Slot } from '../../../src/engine/recommendation/search.ts';
import { type FoundSlots, showSlots } from '../../../src/engine/recommendation/shown-slot.ts';
import { millionths, type Recommendation, spellAnswer } from '../../../src/engine/recommendation/spell-answer.ts';

const rest: Omit<Recommendation, 'found' | 'rejected'> = {
  totalSlots: 1,
  resourceCount: 1,
  nextCursor: null,
  relaxations: [],
  warnings: ['a "b"'],
  timeZone: 'Europe/Brussels',
  location: null,
};

const NOBODY = { candidates: [], reasons: [] };
const BRUSSELS = { lat: 50.85, lon: 4.35 };
const KEYS = ['earliest', 'distance', 'skillFit'];
const text = fc.string({ unit: 'binary', maxLength: 8 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

const slotOf = (weights: readonly number[]): fc.Arbitrary<Slot> =>
  fc
    .record({
      no: text,
      name: text,
      start: fc.integer({ min: 29_000_000, max: 31_000_000 }),
      km: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.double({ min: 0, max: 5e3, noNaN: true })),
      addedMinutes: fc.double({ min: 0, max: 600, noNaN: true }),
      isByRoad: fc.boolean(),
      values: fc.tuple(share, share, share),
    })
    .map(({ no, name, values, ...slot }) => {
      const parts = KEYS.map((key, i) => ({ key, value: values[i] as number, weight: weights[i] as number }));
      const score = parts.reduce((sum, { value, weight }) => sum + value * weight, 0);
      const candidate = { no, name } as Candidate;
      return { ...slot, candidate, score, order: score, rank: 0, surroundings: {} as Slot['surroundings'], parts };
    });

const found: fc.Arbitrary<FoundSlots> = fc.tuple(share, share, share).chain((weights) =>
  fc
    .record({
      slots: fc.array(slotOf(weights), { maxLength: 4 }),
      timeZone: fc.constantFrom('Europe/Brussels', 'America/St_Johns', 'UTC'),
      lengthMs: fc.integer({ min: 1, max: 480 }).map((minutes) => minutes * 60_000),
      place: fc.constantFrom(undefined, BRUSSELS),
    })
    .map((shared) => ({ ...shared, tokens: shared.slots.map((_, i) => `v1.a_-${i}.1-2.xyz`) })),
);

it('an answer is the JSON of its slots, whatever the names of resources contain', () => {
  fc.assert(
    fc.property(found, (slots) => {
      const answer = JSON.parse(spellAnswer({ ...rest, found: slots, rejected: NOBODY }, 5));
      expect(answer).toEqual(JSON.parse(JSON.stringify({ ...rest, slots: showSlots(slots), rejected: [] })));
    }),
  );
});

it('a slot is shown in the time zone, with distances in tenths and shares of its score', () => {
  const slot: Slot = {
    candidate: { no: 'R"1\\', name: 'Ann\n“É” \u2028\ud800' } as Candidate,
    start: Date.parse('2026-06-01T06:00:00Z') / 60_000,
    score: 0.6,
    order: 0.6,
    rank: 0,
    km: 12.345,
    addedMinutes: 11.6,
    isByRoad: false,
    surroundings: {} as Slot['surroundings'],
    parts: [
      { key: 'earliest', value: 1, weight: 0.5 },
      { key: 'distance', value: 0.2, weight: 0.5 },
    ],
  };
  const shown = {
    start: '2026-06-01T08:00:00+02:00',
    end: '2026-06-01T09:30:00+02:00',
    resourceNo: 'R"1\\',
    resourceName: 'Ann\n“É” \u2028\ud800',
    distance: 12.3,
    distanceKnown: true,
    estimated: true,
    travelMinutes: 12,
    score: 0.6,
    scores: {
      earliest: { value: 1, weight: 0.5, share: 0.833333 },
      distance: { value: 0.2, weight: 0.5, share: 0.166667 },
    },
    token: 'abc_-.1-2.xyz',
  };
  const slots = {
    slots: [slot],
    tokens: [shown.token],
    timeZone: 'Europe/Brussels',
    lengthMs: 90 * 60_000,
    place: BRUSSELS,
  };
  expect(showSlots(slots)).toEqual([shown]);
  expect(JSON.parse(spellAnswer({ ...rest, found: slots, rejected: NOBODY }, 5)).slots).toEqual([shown]);
});

it('resources without a slot are counted by their reasons, the most frequent first, and the first ones are named', () => {
  const far: Reason = { rule: 'tooFar', detail: 'Far.' };
  const busy: Reason = { rule: 'notWorking', detail: 'Busy.', value: 'x', estimated: true };
  const candidates = Array.from({ length: 9 }, (_, rank) => ({ no: `R${rank}`, name: `Ann ${rank}` }) as Candidate);
  const reasons = [far, busy, undefined, busy, busy, far, busy, busy, busy];
  const nothing = { slots: [], tokens: [], timeZone: 'UTC', lengthMs: 1, place: undefined };
  const answer = { ...rest, found: nothing, rejected: { candidates, reasons } };
  const rejectedOf = (most: number) => JSON.parse(spellAnswer(answer, most)).rejected;
  const named = (...ranks: number[]) => ranks.map((rank) => ({ resourceNo: `R${rank}`, resourceName: `Ann ${rank}` }));
  expect(rejectedOf(5)).toEqual([
    { ...busy, count: 6, resources: named(1, 3, 4, 6, 7) },
    { ...far, count: 2, resources: named(0, 5) },
  ]);
  expect(rejectedOf(Number.POSITIVE_INFINITY)).toMatchObject([{ resources: named(1, 3, 4, 6, 7, 8) }, {}]);
  expect(rejectedOf(0)).toMatchObject([
    { count: 6, resources: [] },
    { count: 2, resources: [] },
  ]);
});

it('a share is spelled as JSON spells the rounded number', () => {
  for (let count = 0; count <= 1_000_000; count++) {
    const share = count / 1e6;
    if (millionths(share) !== JSON.stringify(share)) expect(millionths(share)).toBe(JSON.stringify(share));
  }
  fc.assert(
    fc.property(fc.double({ min: -3, max: 3, noNaN: true }), (share) => {
      expect(Number(millionths(share))).toBeCloseTo(share, 6);
    }),
  );
});

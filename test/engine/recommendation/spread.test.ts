import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/engine/recommendation/question.ts';
import { type Answer, search } from '../../../src/engine/recommendation/search.ts';
import {
  continues,
  endOf,
  FIRST_PAGE,
  nextPage,
  type SlotPage,
  spreadOut,
} from '../../../src/engine/recommendation/slot-page.ts';
import { normalise } from '../../../src/engine/recommendation/weights.ts';
import { runs } from '../../support/random-cases.ts';
import { ALL, aCandidate, ask, fieldOf, laidOut, type Plan, situations, spelled } from './random-plans.ts';

interface PageSize {
  readonly limit: number;
  readonly perResource: number;
}

const pageOf = (
  plans: readonly Plan[],
  question: Question,
  { limit, perResource }: PageSize,
  page: SlotPage,
): Answer => {
  const field = fieldOf(plans);
  const { round, after } = page;
  const rank = after ? field.roster.candidates.findIndex(({ id }) => id === after.resourceId) : -1;
  return search(field, question, normalise(ALL, question), limit, {
    perResource,
    round,
    after: after && { ...after, rank },
  });
};

/** All pages, each as it was found. */
function pagesOf(plans: readonly Plan[], question: Question, size: PageSize): Answer[] {
  const pages: Answer[] = [];
  for (let page: SlotPage | undefined = FIRST_PAGE; page; ) {
    // As a cursor does it.
    page = JSON.parse(JSON.stringify(page)) as SlotPage;
    const answer = pageOf(plans, question, size, page);
    pages.push(answer);
    page = nextPage(page, {
      limit: size.limit,
      ranked: answer.slots,
      shown: spreadOut(answer.slots, size.perResource),
      round: answer.round,
    });
  }
  return pages;
}

const sizes = fc.record({ limit: fc.integer({ min: 1, max: 12 }), perResource: fc.integer({ min: 1, max: 8 }) });

describe('pages of slots', () => {
  test('have every slot once, at most so many of a resource, and all but the last of a round are full', () => {
    fc.assert(
      fc.property(situations, sizes, (situation, size) => {
        const { plans, question } = laidOut(situation);
        const everything = ask(plans, question);
        const pages = pagesOf(plans, question, size);
        expect(pages.flatMap(spelled).sort()).toEqual(spelled(everything));
        for (const { slots, total, resources, checksum } of pages) {
          for (const { candidate } of slots)
            expect(slots.filter((each) => each.candidate === candidate).length).toBeLessThanOrEqual(size.perResource);
          expect({ total, resources, checksum }).toEqual({
            total: everything.total,
            resources: everything.resources,
            checksum: everything.checksum,
          });
          if (everything.total > 0) expect(slots.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(40, 150) },
    );
  });

  test('begin with the best of every resource, the best first', () => {
    fc.assert(
      fc.property(situations, sizes, (situation, size) => {
        const { plans, question } = laidOut(situation);
        const counts = new Map<string, number>();
        const best = ask(plans, question).slots.filter(({ candidate: { no } }) => {
          counts.set(no, (counts.get(no) ?? 0) + 1);
          return (counts.get(no) ?? 0) <= size.perResource;
        });
        const [first] = pagesOf(plans, question, size);
        expect(first?.slots.map(({ candidate, start }) => [candidate.no, start])).toEqual(
          best.slice(0, size.limit).map(({ candidate, start }) => [candidate.no, start]),
        );
      }),
      { numRuns: 80 },
    );
  });

  test('a request for no slots has no second page', () => {
    const round = { size: 10, isLast: false };
    expect(nextPage(FIRST_PAGE, { limit: 0, ranked: [], shown: { slots: [], ends: [] }, round })).toBeUndefined();
  });

  test('of a stretch in another order are parts of it, and a stretch that changed is noticed', () => {
    const slots = [5, 4, 3, 2, 1].map((start) => ({ candidate: { id: start }, start, order: start }));
    const byRoad = spreadOut(slots.toReversed(), 1);
    const given = { limit: 2, ranked: slots, shown: byRoad, round: { size: 5, isLast: true } };
    const second = nextPage(FIRST_PAGE, given);
    expect(second).toMatchObject({ offset: 2, last: { resourceId: 2, start: 2 } });
    expect(continues(second as SlotPage, byRoad)).toBe(true);
    expect(continues(second as SlotPage, spreadOut(slots, 1))).toBe(false);
    expect(continues(second as SlotPage, spreadOut([], 1))).toBe(false);
    const third = nextPage(second as SlotPage, given);
    expect(third).toMatchObject({ offset: 4 });
    expect(nextPage(third as SlotPage, given)).toBeUndefined();
    const more = nextPage(third as SlotPage, { ...given, round: { size: 9, isLast: true } });
    expect(more).toMatchObject({ round: 0, seen: 5, offset: 0, after: { resourceId: 1, start: 1, order: 1 } });
  });
});

test('a stretch is spread over its resources, and a page of it has at most so many of one', () => {
  const slots = ['A', 'A', 'A', 'B', 'A', 'B', 'C'].map((name, i) => ({
    candidate: { id: name.charCodeAt(0) },
    start: i,
    order: -i,
  }));
  const spread = spreadOut(slots, 2);
  expect(spread.slots.map(({ start }) => start)).toEqual([0, 1, 3, 5, 6, 2, 4]);
  expect([0, 3, 5].map((offset) => endOf({ ...FIRST_PAGE, offset }, spread, 3))).toEqual([3, 5, 7]);
});

test('the checksum changes with the free time of anybody', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { plans, question } = laidOut({ ...situation, hasPlace: false });
      const before = ask(plans, question);
      fc.pre(before.total > 0);
      const [taken] = before.slots;
      const busier = plans.map((plan) =>
        plan.candidate.no === taken?.candidate.no
          ? {
              ...plan,
              stops: [
                ...plan.stops,
                { from: taken.start, till: taken.start + 1, lat: Number.NaN, lon: Number.NaN },
              ].sort((a, b) => a.from - b.from),
            }
          : plan,
      );
      expect(ask(busier, question).checksum).not.toBe(before.checksum);
    }),
    { numRuns: 60 },
  );
});

test('slots with an unknown distance rank behind all others, whatever their score', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { plans, question } = laidOut({ ...situation, hasPlace: true });
      const lost = { ...(plans[0] as Plan), candidate: aCandidate(9, { home: { lat: Number.NaN, lon: Number.NaN } }) };
      const { slots } = ask([...plans, lost], question, 100_000, new Map([['earliest', 1]]));
      const isKnown = slots.map(({ km }) => Number.isFinite(km));
      expect(isKnown).toEqual(isKnown.toSorted((a, b) => Number(b) - Number(a)));
      for (const { score } of slots) expect(score >= 0 && score <= 1).toBe(true);
    }),
    { numRuns: 60 },
  );
});

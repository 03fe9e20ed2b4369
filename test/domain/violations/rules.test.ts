import { describe, expect, test } from 'vitest';
import { foldKey } from '../../../src/domain/natural-key.ts';
import type { Interval } from '../../../src/domain/time/interval.ts';
import { clip } from '../../../src/domain/time/interval.ts';
import { certificateInvalid, certificatesIn } from '../../../src/domain/violations/certificate-invalid.ts';
import { dependencyBroken } from '../../../src/domain/violations/dependency-broken.ts';
import type {
  AppointmentFacts,
  DependencyFacts,
  Names,
  ResourceFacts,
  Span,
  TaskDemands,
} from '../../../src/domain/violations/facts.ts';
import { momentsInDetail, ruleNamed, rules } from '../../../src/domain/violations/index.ts';
import { lengthText } from '../../../src/domain/violations/length-text.ts';
import { endOfLimit } from '../../../src/domain/violations/limit.ts';
import { missingRequirement } from '../../../src/domain/violations/missing-requirement.ts';
import { outOfService } from '../../../src/domain/violations/out-of-service.ts';
import { outsideAllowed } from '../../../src/domain/violations/outside-allowed.ts';
import { outsideWorkingTime } from '../../../src/domain/violations/outside-working-time.ts';
import { overBudget } from '../../../src/domain/violations/over-budget.ts';
import { overLoaded } from '../../../src/domain/violations/over-loaded.ts';
import { overlap } from '../../../src/domain/violations/overlap.ts';
import { pastDeadline } from '../../../src/domain/violations/past-deadline.ts';
import { travelTooShort } from '../../../src/domain/violations/travel-too-short.ts';
import { unwantedResource } from '../../../src/domain/violations/unwanted-resource.ts';

const ZONE = 'Europe/Brussels';
const t = (text: string): number => Date.parse(`${text}+02:00`);
const HOUR = 3_600_000;

const names: Names = {
  resource: 'resource R1',
  appointment: 'appointment A',
  other: 'appointment B',
  task: 'task J/T',
  moment: (instant) => new Date(instant).toISOString().slice(0, 16),
};

/** Works from 08:00 to 12:00 and from 13:00 to 17:00 on 4 June 2026. */
const working: Interval[] = [
  { start: t('2026-06-04T08:00'), end: t('2026-06-04T12:00') },
  { start: t('2026-06-04T13:00'), end: t('2026-06-04T17:00') },
];
const ALWAYS = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

const aResource = (more: Partial<ResourceFacts> = {}): ResourceFacts => ({
  id: 1,
  doNotShow: false,
  inService: ALWAYS,
  workingIn: (window) => clip(working, window),
  offers: new Set(),
  certificates: new Map(),
  ...more,
});

const someDemands: TaskDemands = {
  ignoreCalendars: false,
  earliestAllowed: null,
  latestAllowed: null,
  deadLine: null,
  certificates: [],
  requirements: [],
  requiredResources: new Set(),
  excludedResources: new Set(),
};

/** On 4 June 2026, from 09:00 to 11:00 unless it is said otherwise. */
const anAppointment = (task: Partial<TaskDemands> = {}, more: Partial<AppointmentFacts> = {}): AppointmentFacts => ({
  start: t('2026-06-04T09:00'),
  end: t('2026-06-04T11:00'),
  isAllDay: false,
  task: { ...someDemands, ...task },
  resources: [aResource()],
  zone: ZONE,
  ...more,
});

describe('overlap', () => {
  const at = (id: number, start: string, end: string) => ({ id, start: t(start), end: t(end) });

  test('two appointments that share time break it, for the time they share', () => {
    const [found, ...more] = overlap.check({
      resourceId: 1,
      one: at(1, '2026-06-04T09:00', '2026-06-04T11:00'),
      other: at(2, '2026-06-04T10:30', '2026-06-04T12:00'),
    });
    expect(found).toMatchObject({
      appointmentId: 1,
      otherId: 2,
      resourceId: 1,
      start: t('2026-06-04T10:30'),
      end: t('2026-06-04T11:00'),
      detail: { overlapInSeconds: 1800 },
    });
    expect(more).toEqual([]);
    expect(overlap.tell(found!.detail, names)).toBe(
      'resource R1 has two appointments at once, appointment A and appointment B, for 30 min.',
    );
  });

  test('two that touch do not', () => {
    const one = at(1, '2026-06-04T09:00', '2026-06-04T11:00');
    expect(overlap.check({ resourceId: 1, one, other: at(2, '2026-06-04T11:00', '2026-06-04T12:00') })).toEqual([]);
  });
});

describe('travelTooShort', () => {
  const at = (id: number, start: string, end: string) => ({ id, start: t(start), end: t(end) });
  const earlier = at(1, '2026-06-04T09:00', '2026-06-04T11:00');
  const between = (start: string, travelInSeconds: number) =>
    travelTooShort.check({
      resourceId: 3,
      earlier,
      later: { id: 2, start: t(start), end: t(start) + HOUR },
      travelInSeconds,
      distanceInMetres: 20_000,
      source: 'estimate',
    });

  test('a pause that is shorter than the travel time breaks it, for the time of the travel', () => {
    const [found, ...more] = between('2026-06-04T11:10', 1800);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      appointmentId: 2,
      otherId: 1,
      resourceId: 3,
      start: t('2026-06-04T11:00'),
      end: t('2026-06-04T11:30'),
      detail: { travelInSeconds: 1800, availableInSeconds: 600, distanceInMetres: 20_000, source: 'estimate' },
    });
    expect(travelTooShort.tell(found!.detail, names)).toBe(
      'resource R1 has 10 min to travel from appointment B to appointment A, which takes 30 min.',
    );
    expect(travelTooShort.tell(between('2026-06-04T11:00', 1800)[0]!.detail, names)).toContain('has no time to travel');
  });

  test('enough time, less than a minute too short, an overlap and a night do not', () => {
    expect(between('2026-06-04T11:30', 1800)).toEqual([]);
    expect(between('2026-06-04T11:30', 1859)).toEqual([]);
    expect(between('2026-06-04T11:30', 1860)).toHaveLength(1);
    expect(between('2026-06-04T10:59', 1800)).toEqual([]);
    expect(between('2026-06-04T23:00', 50_000)).toEqual([]);
    expect(between('2026-06-04T22:59', 50_000)).toHaveLength(1);
  });
});

describe('outsideWorkingTime', () => {
  const from = (start: string, end: string, more: Partial<AppointmentFacts> = {}) =>
    outsideWorkingTime.check(anAppointment({}, { start: t(start), end: t(end), ...more }));

  test('within working hours nothing is broken', () => {
    expect(from('2026-06-04T08:00', '2026-06-04T12:00')).toEqual([]);
  });

  test('any part outside breaks it, the break in the middle too', () => {
    expect(from('2026-06-04T11:00', '2026-06-04T14:00')).toMatchObject([
      { resourceId: 1, start: t('2026-06-04T12:00'), end: t('2026-06-04T13:00'), detail: { outsideInSeconds: 3600 } },
    ]);
    expect(from('2026-06-04T07:00', '2026-06-04T18:30')).toMatchObject([
      { start: t('2026-06-04T07:00'), end: t('2026-06-04T18:30'), detail: { outsideInSeconds: 3.5 * 3600 } },
    ]);
  });

  test('a task that ignores calendars is left alone', () => {
    const late = { start: t('2026-06-04T20:00'), end: t('2026-06-04T21:00') };
    expect(outsideWorkingTime.check(anAppointment({}, late))).toHaveLength(1);
    expect(outsideWorkingTime.check(anAppointment({ ignoreCalendars: true }, late))).toEqual([]);
  });

  test('a whole day needs some working time and no more', () => {
    expect(from('2026-06-04T00:00', '2026-06-05T00:00', { isAllDay: true })).toEqual([]);
    expect(from('2026-06-05T00:00', '2026-06-06T00:00', { isAllDay: true })).toHaveLength(1);
  });

  test('what lies outside the service of the resource is reported by outOfService alone', () => {
    const retired = aResource({ inService: { start: 0, end: t('2026-06-01T00:00') }, workingIn: () => [] });
    const facts = anAppointment({}, { resources: [retired] });
    expect(outsideWorkingTime.check(facts)).toEqual([]);
    expect(outOfService.check(facts)).toHaveLength(1);
  });
});

describe('missingRequirement', () => {
  const requirements = [
    { group: 'Skill', value: 'Gas' },
    { group: 'Region', value: 'North' },
  ];

  test('each value that a resource lacks is reported', () => {
    const found = missingRequirement.check(anAppointment({ requirements }));
    expect(found.map(({ detail }) => detail)).toEqual([
      { filterGroup: 'Skill', filterValue: 'Gas' },
      { filterGroup: 'Region', filterValue: 'North' },
    ]);
    expect(new Set(found.map(({ part }) => part)).size).toBe(2);
  });

  test('values compare as keys do', () => {
    const offers = new Set([foldKey(['SKILL', 'gas ']), foldKey(['region', 'NORTH'])]);
    expect(missingRequirement.check(anAppointment({ requirements }, { resources: [aResource({ offers })] }))).toEqual(
      [],
    );
  });

  test('every resource needs it; where nobody is assigned nobody lacks it', () => {
    const resources = [aResource(), aResource({ id: 2 })];
    expect(missingRequirement.check(anAppointment({ requirements }, { resources }))).toHaveLength(4);
    expect(missingRequirement.check(anAppointment({ requirements }, { resources: [] }))).toEqual([]);
  });
});

describe('certificateInvalid', () => {
  const holding = (validUntil: number | null) =>
    anAppointment(
      { certificates: ['VCA'] },
      { resources: [aResource({ certificates: new Map([['vca', validUntil]]) })] },
    );

  test('a missing certificate is reported, and one that is held without end is not', () => {
    const [found] = certificateInvalid.check(anAppointment({ certificates: ['VCA'] }));
    expect(found).toMatchObject({ resourceId: 1, detail: { certificateNo: 'VCA', validUntil: null } });
    expect(certificateInvalid.check(holding(null))).toEqual([]);
  });

  test('one that expires before the end is reported; a date means all of that day', () => {
    expect(certificateInvalid.check(holding(t('2026-06-04T10:59')))).toHaveLength(1);
    expect(certificateInvalid.check(holding(t('2026-06-04T11:00')))).toEqual([]);
    expect(certificateInvalid.check(holding(t('2026-06-04T00:00')))).toEqual([]);
    expect(certificateInvalid.check(holding(t('2026-06-03T00:00')))).toHaveLength(1);
  });

  test('a task names several in one text, without regard to blanks and repetition', () => {
    expect(certificatesIn('VCA; B1,C2 ;;vca')).toEqual(['vca', 'B1', 'C2']);
    expect(certificatesIn(null)).toEqual([]);
  });
});

describe('outOfService', () => {
  const within = (start: string, end: string, doNotShow = false) =>
    outOfService.check(
      anAppointment({}, { resources: [aResource({ doNotShow, inService: { start: t(start), end: t(end) } })] }),
    );

  test('an appointment that reaches out of the service breaks it, at either end', () => {
    expect(within('2026-06-04T09:00', '2026-06-04T11:00')).toEqual([]);
    expect(within('2026-06-04T09:01', '2026-06-04T11:00')).toHaveLength(1);
    expect(within('2026-06-04T09:00', '2026-06-04T10:59')).toHaveLength(1);
  });

  test('one that is not shown is a warning, one out of service an error', () => {
    expect(within('2026-06-01T00:00', '2026-07-01T00:00', true)).toMatchObject([{ severity: 'warning' }]);
    expect(within('2026-07-01T00:00', '2026-08-01T00:00', true).map(({ severity }) => severity)).toEqual([undefined]);
    expect(outOfService.severity).toBe('error');
  });
});

describe('outsideAllowed and pastDeadline', () => {
  test('too early and too late are separate, and both can occur', () => {
    const limits = { earliestAllowed: t('2026-06-04T09:01'), latestAllowed: t('2026-06-04T10:59') };
    expect(outsideAllowed.check(anAppointment(limits)).map(({ part }) => part)).toEqual(['earliest', 'latest']);
    const exact = { earliestAllowed: t('2026-06-04T09:00'), latestAllowed: t('2026-06-04T11:00') };
    expect(outsideAllowed.check(anAppointment(exact))).toEqual([]);
    expect(outsideAllowed.check(anAppointment())).toEqual([]);
  });

  test('a deadline is kept when the appointment ends at it, and a date means all of that day', () => {
    const due = (deadLine: string) => pastDeadline.check(anAppointment({ deadLine: t(deadLine) })).length;
    expect([due('2026-06-04T11:00'), due('2026-06-04T10:59')]).toEqual([0, 1]);
    expect([due('2026-06-04T00:00'), due('2026-06-03T00:00')]).toEqual([0, 1]);
    expect(pastDeadline.check(anAppointment())).toEqual([]);
  });

  test('the day of a limit ends at the next midnight, also when the clocks change on it', () => {
    expect(endOfLimit(Date.parse('2026-03-29T00:00+01:00'), ZONE)).toBe(Date.parse('2026-03-30T00:00+02:00'));
    expect(endOfLimit(Date.parse('2026-10-25T00:00+02:00'), ZONE)).toBe(Date.parse('2026-10-26T00:00+01:00'));
    expect(endOfLimit(Date.parse('9999-12-31T00:00Z'), ZONE)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('unwantedResource', () => {
  test('an excluded resource is reported by name', () => {
    expect(unwantedResource.check(anAppointment({ excludedResources: new Set([1]) }))).toMatchObject([
      { resourceId: 1 },
    ]);
    expect(unwantedResource.check(anAppointment({ excludedResources: new Set([2]) }))).toEqual([]);
  });

  test('of several required resources one will do', () => {
    const requiredResources = new Set([2, 3]);
    const staffed = (...ids: number[]) =>
      unwantedResource.check(anAppointment({ requiredResources }, { resources: ids.map((id) => aResource({ id })) }));
    expect(staffed(1)).toMatchObject([{ part: 'required' }]);
    expect(staffed(1, 3)).toEqual([]);
    expect(staffed()).toEqual([]);
  });
});

describe('overBudget', () => {
  const span: Span = { start: 0, end: HOUR, firstId: 1, lastId: 1 };
  const check = (budgetInSeconds: number, plannedInSeconds: number, hasBudget = true) =>
    overBudget.check({ budgetInSeconds, plannedInSeconds, hasBudget, span });

  test('more than the budget breaks it, as much as the budget does not', () => {
    expect(check(3600, 3601)).toMatchObject([{ detail: { budgetInSeconds: 3600, plannedInSeconds: 3601 } }]);
    expect(check(3600, 3600)).toEqual([]);
  });

  test('without a budget nothing is too much; one that was taken away altogether is nothing', () => {
    expect(check(0, 9999, false)).toEqual([]);
    expect(check(-7200, 60)).toMatchObject([{ detail: { budgetInSeconds: 0 } }]);
  });
});

describe('dependencyBroken', () => {
  const span = (id: number, start: number, end: number): Span => ({
    start: start * HOUR,
    end: end * HOUR,
    firstId: id,
    lastId: id + 1,
  });
  const depends = (more: Partial<DependencyFacts>): DependencyFacts => ({
    part: '',
    type: 0,
    lag: { seconds: 0 },
    maxLagSeconds: null,
    sharedResourceId: null,
    predecessor: span(10, 100, 110),
    successor: span(20, 110, 120),
    zone: ZONE,
    ...more,
  });

  test.each([
    ['finish to start', 0, [110, 120], [109, 120], [20, 11]],
    ['start to start', 1, [100, 120], [99, 120], [20, 10]],
    ['finish to finish', 2, [90, 110], [90, 109], [21, 11]],
    ['start to finish', 3, [90, 100], [90, 99], [21, 10]],
  ])('%s', (name, type, kept, broken, [appointmentId, otherId]) => {
    const of = ([start, end]: number[]) => dependencyBroken.check(depends({ type, successor: span(20, start!, end!) }));
    expect(of(kept)).toEqual([]);
    expect(of(broken)).toMatchObject([{ appointmentId, otherId, detail: { type: name, tooEarlyInSeconds: 3600 } }]);
  });

  test('a lag keeps them apart, a negative one lets them overlap', () => {
    expect(dependencyBroken.check(depends({ lag: { seconds: 1 } }))).toHaveLength(1);
    const early = { successor: span(20, 108, 120) };
    expect(dependencyBroken.check(depends({ ...early, lag: { seconds: -7200 } }))).toEqual([]);
    expect(dependencyBroken.check(depends({ ...early, lag: { seconds: -7199 } }))).toHaveLength(1);
  });

  test.each([
    ['finish to start', 0, [112, 120], [113, 120], [20, 11]],
    ['start to start', 1, [102, 120], [103, 120], [20, 10]],
    ['finish to finish', 2, [90, 112], [90, 113], [21, 11]],
    ['start to finish', 3, [90, 102], [90, 103], [21, 10]],
  ])('%s: no later than the maximum lag', (name, type, kept, broken, [appointmentId, otherId]) => {
    const of = ([start, end]: number[], maxLagSeconds: number | null) =>
      dependencyBroken.check(depends({ type, maxLagSeconds, successor: span(20, start!, end!) }));
    expect(of(kept, 7200)).toEqual([]);
    expect(of(broken, null)).toEqual([]);
    const [found] = of(broken, 7200);
    expect(found).toMatchObject({ appointmentId, otherId, detail: { type: name, tooLateInSeconds: 3600 } });
    const names = { resource: 'R', appointment: 'A', other: 'B', task: 'T', moment: (at: number) => `${at / HOUR} h` };
    const verb = type < 2 ? 'start' : 'end';
    expect(dependencyBroken.tell(found!.detail, names)).toBe(
      `A depends on B (${name}) and must not ${verb} after ${Number(found!.detail['latest']) / HOUR} h.`,
    );
  });

  test('a resource that does both is a violation of its own, beside one of the times', () => {
    const found = dependencyBroken.check(depends({ sharedResourceId: 7, successor: span(20, 109, 120) }));
    expect(found.map(({ part, resourceId }) => [part, resourceId])).toEqual([
      ['', undefined],
      [' resource', 7],
    ]);
    const names = { resource: 'R', appointment: 'A', other: 'B', task: 'T', moment: String };
    expect(dependencyBroken.tell(found[1]!.detail, names)).toBe('A and B need different resources, and R does both.');
  });

  test('a lag of days is counted on the wall clock: over a night of 23 hours too', () => {
    const end = Date.parse('2026-03-28T17:00+01:00');
    const predecessor: Span = { start: end - HOUR, end, firstId: 1, lastId: 1 };
    const startingAt = (start: string) => {
      const at = Date.parse(start);
      return dependencyBroken.check(
        depends({ lag: { days: 1 }, predecessor, successor: { start: at, end: at + HOUR, firstId: 2, lastId: 2 } }),
      );
    };
    expect(startingAt('2026-03-29T17:00+02:00')).toEqual([]);
    expect(startingAt('2026-03-29T16:59+02:00')).toHaveLength(1);
  });
});

describe('overLoaded', () => {
  const day = { start: 0, end: 24 * HOUR };
  const facts = { resourceId: 1, appointmentId: 2, day, load: 'Gas', name: 'gas', asked: 0.4, capacity: 0.3 };

  test('holds for the day of a resource, with the load, what is asked and what can be carried', () => {
    expect(overLoaded.check({ ...facts, asked: 0.3 })).toEqual([]);
    const [found] = overLoaded.check(facts);
    expect(found).toEqual({
      ...{ appointmentId: 2, resourceId: 1, part: '0 gas', ...day },
      detail: { load: 'Gas', asked: 0.4, capacity: 0.3 },
    });
    const names = { resource: 'R', appointment: 'A', other: 'B', task: 'T', moment: String };
    expect(overLoaded.tell(found!.detail, names)).toBe('R needs 0.4 of Gas on the day of A and can carry 0.3.');
  });
});

describe('the list of rules', () => {
  test('no two have the same key, and each is found by it', () => {
    expect(new Set(rules.map(({ key }) => key)).size).toBe(12);
    for (const rule of rules) expect(ruleNamed(rule.key)).toBe(rule);
    expect(ruleNamed('none')).toBeUndefined();
  });

  test('moments in details are those that answers show in the zone of the reader', () => {
    const span: Span = { start: 0, end: HOUR, firstId: 1, lastId: 1 };
    const everything = [
      ...outsideAllowed.check(anAppointment({ earliestAllowed: 1e13, latestAllowed: 1 })),
      ...pastDeadline.check(anAppointment({ deadLine: 1 })),
      ...dependencyBroken.check({
        part: '',
        type: 0,
        lag: { seconds: 9 },
        maxLagSeconds: null,
        sharedResourceId: null,
        predecessor: span,
        successor: span,
        zone: ZONE,
      }),
      ...dependencyBroken.check({
        part: '',
        type: 1,
        lag: { seconds: -9 },
        maxLagSeconds: -1,
        sharedResourceId: null,
        predecessor: span,
        successor: span,
        zone: ZONE,
      }),
    ].flatMap(({ detail }) => Object.entries(detail));
    const numbers = everything.filter(([name, value]) => typeof value === 'number' && !name.endsWith('InSeconds'));
    expect(numbers.map(([name]) => name).filter((name) => !momentsInDetail.has(name))).toEqual([]);
    expect(numbers).toHaveLength(5);
  });

  test('lengths read as people say them', () => {
    expect([1, 60, 3600, 5400, 90_000].map(lengthText)).toEqual(['1 min', '1 min', '1 h', '1 h 30 min', '25 h']);
  });
});

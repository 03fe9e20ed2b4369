import { describe, expect, test } from 'vitest';
import { navigationTo } from '../../../web/src/my-day/navigation.ts';
import { timeOnly } from '../../../web/src/my-day/time-only.ts';
import type { Action, Day, Visit, VisitAction } from '../../../web/src/offline/action.ts';
import { mergeDay } from '../../../web/src/offline/merge-day.ts';
import { planChanges, withoutVisit } from '../../../web/src/offline/plan-changes.ts';

const aVisit = (id: number, start: string, more: Partial<Visit> = {}): Visit => ({
  appointment: {
    ...{ id, version: 1, appointmentNo: `A-${id}`, subject: `Visit ${id}`, body: null, start, end: start },
    ...{ isAllDay: false, importance: 0, category: null },
  },
  ...{ task: null, job: null, customer: null, contact: null, site: null, requirements: [], colleagues: [] },
  ...{ links: [], notifications: [], travel: null, state: 'planned', stateAt: null, reason: null },
  fields: [{ code: 'METER', caption: null, type: 1, choices: [], mandatory: false, readOnly: false, value: null }],
  ...more,
});
const aDay = (days: Readonly<Record<string, readonly Visit[]>>): Day => ({
  ...{ resourceNo: 'ANNA', name: 'Anna', timeZone: 'Europe/Brussels', claimsVisits: false, running: null },
  days: Object.entries(days).map(([date, visits]) => ({ date, visits, back: null })),
});
const task = { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J', taskNo: 'T' };
const report = (
  id: string,
  appointmentId: number,
  state: VisitAction['state'],
  more: Partial<Action> = {},
): Action => ({
  ...{ id, owner: 'o', resourceNo: 'ANNA', ...more },
  deed: {
    kind: 'visit',
    visit: { appointmentId, appointmentNo: `A-${appointmentId}`, label: 'x' },
    ...{ task, state, externalId: `e-${id}`, at: '2026-06-01T08:00:00Z', plannedStart: '2026-06-01T08:00:00Z' },
  },
});

describe('visits with the actions on the device', () => {
  const day = aDay({ '2026-06-01': [aVisit(1, '2026-06-01T08:00:00Z'), aVisit(2, '2026-06-01T10:00:00Z')] });

  test('show the newest report, and that it is on the device until it is sent', () => {
    const actions = [report('a', 1, 'travelling'), report('b', 1, 'working')];
    const [shown] = mergeDay(day, actions);
    expect(shown?.visits.map(({ state, onDevice }) => [state, onDevice])).toEqual([
      ['working', true],
      ['planned', false],
    ]);
    const [sent] = mergeDay(day, actions, new Set(['a', 'b']));
    expect(sent?.visits[0]).toMatchObject({ state: 'working', onDevice: false });
  });

  test('leave out what was refused and what waits behind it, and what belongs to another resource', () => {
    const actions = [report('a', 1, 'working', { refusal: 'no' }), report('b', 1, 'done')];
    expect(mergeDay(day, actions)[0]?.visits[0]?.state).toBe('planned');
    expect(mergeDay(day, [report('a', 1, 'working', { resourceNo: 'BEN' })])[0]?.visits[0]?.state).toBe('planned');
  });

  test('show values of the checklist', () => {
    const visit = { appointmentId: 2, appointmentNo: 'A-2', label: 'x' };
    const fill = (value: string | null): Action => ({
      ...{ id: `f${value}`, owner: 'o', resourceNo: 'ANNA' },
      deed: { kind: 'fields', visit, fields: [{ code: 'METER', value }] },
    });
    expect(mergeDay(day, [fill('7')])[0]?.visits[1]?.fields[0]?.value).toBe('7');
    expect(mergeDay(day, [fill('7'), fill(null)])[0]?.visits[1]?.fields[0]?.value).toBeNull();
  });
});

describe('changes of the plan', () => {
  const known = aDay({
    '2026-06-01': [aVisit(1, '2026-06-01T08:00:00Z'), aVisit(2, '2026-06-01T10:00:00Z')],
    '2026-06-02': [aVisit(3, '2026-06-02T08:00:00Z')],
  });

  test('what moved, came and went', () => {
    const now = aDay({
      '2026-06-01': [aVisit(1, '2026-06-01T09:00:00Z'), aVisit(4, '2026-06-01T12:00:00Z')],
      '2026-06-02': [aVisit(3, '2026-06-02T08:00:00Z')],
    });
    const found = planChanges(known, now).map(({ kind, visit }) => [kind, visit.appointment.id]);
    expect(found).toEqual([
      ['moved', 1],
      ['added', 4],
      ['removed', 2],
    ]);
    expect(planChanges(now, now)).toEqual([]);
  });

  test('the next day has no changes by itself, and a visit that was given back is no news', () => {
    const tomorrow = aDay({
      '2026-06-02': [aVisit(3, '2026-06-02T08:00:00Z')],
      '2026-06-03': [aVisit(5, '2026-06-03T08:00:00Z')],
    });
    expect(planChanges(known, tomorrow)).toEqual([]);
    const now = aDay({ '2026-06-01': [aVisit(2, '2026-06-01T10:00:00Z')], '2026-06-02': known.days[1]?.visits ?? [] });
    expect(planChanges(withoutVisit(known, 1), now)).toEqual([]);
    expect(planChanges({ ...known, resourceNo: 'BEN' }, now)).toEqual([]);
  });
});

test('the time of a visit that was taken away becomes plain starts and stops', () => {
  const held = [report('a', 1, 'working', { refusal: 'gone' }), report('b', 2, 'working'), report('c', 1, 'done')];
  expect([...timeOnly(held, 1, undefined)]).toMatchObject([
    ['a', { kind: 'start', type: 0, externalId: 'e-a', startedAt: '2026-06-01T08:00:00Z' }],
    ['c', { kind: 'stop', session: { externalId: 'e-a' } }],
  ]);
  expect([...timeOnly([report('c', 1, 'done')], 1, { externalId: null, timeSessionId: 7 })]).toMatchObject([
    ['c', { kind: 'stop', session: { timeSessionId: 7 } }],
  ]);
  expect([...timeOnly([report('c', 1, 'done')], 1, undefined)]).toEqual([]);
});

describe('navigation', () => {
  const site = {
    ...{ no: null, name: null, phone: null, email: null, city: null, region: null, precision: null },
    ...{ address: 'Veldstraat 1 & 2, Gent', latitude: 51.06, longitude: 3.73 },
  };
  const ANDROID = 'Mozilla/5.0 (Linux; Android 14)';

  test('opens the map program of the device, and a map on the web', () => {
    expect(navigationTo(site, ANDROID)).toEqual({
      device: 'geo:51.06,3.73?q=51.06,3.73',
      web: 'https://www.openstreetmap.org/directions?to=51.06%2C3.73',
    });
    expect(navigationTo(site, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')?.device).toBe(
      'https://maps.apple.com/?daddr=51.06%2C3.73',
    );
  });

  test('by the address where the coordinates are unknown', () => {
    expect(navigationTo({ ...site, latitude: null }, ANDROID)?.device).toBe(
      'geo:0,0?q=Veldstraat%201%20%26%202%2C%20Gent',
    );
    expect(navigationTo({ ...site, latitude: null, address: ' ' }, ANDROID)).toBeUndefined();
  });
});

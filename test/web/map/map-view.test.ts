import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clustersOf, signOf } from '../../../web/src/map-view/cluster.ts';
import { initialsOf, type MapDay, type MapLabels, sceneOf } from '../../../web/src/map-view/scene.ts';
import { offsetsOf } from '../../../web/src/map-view/spread.ts';
import { townsOf } from '../../../web/src/map-view/towns.ts';
import type { Pin } from '../../../web/src/map-view/types.ts';

const words: MapLabels = {
  task: ({ subject }) => subject,
  visit: ({ subject }, number) => `${number ?? '-'} ${subject}`,
  resource: ({ name }) => name,
  travel: ({ metres }) => `${metres} m`,
};
const spot = (latitude: number, longitude = 4) => ({ latitude, longitude });
const travel = (metres: number) => ({ metres, seconds: 60, estimated: true });

const work = {
  sourceApp: 'ERP',
  sourceType: 'S',
  jobNo: 'J',
  taskNo: 'T',
  customerName: null,
  address: null,
  city: null,
  pin: null,
};
const visit = (id: number, place: MapDay['appointments'][number]['place'], category: string | null = null) => ({
  ...work,
  id,
  version: 1,
  locked: false,
  appointmentNo: `A${id}`,
  start: '2026-06-01T09:00:00+02:00',
  end: '2026-06-01T10:00:00+02:00',
  subject: `visit ${id}`,
  category,
  resources: [],
  place,
  missing: null,
});
const resource = (resourceNo: string, home: ReturnType<typeof spot> | null, stops: [number, number | null][]) => ({
  id: 1,
  resourceNo,
  name: resourceNo,
  teamName: null,
  pin: null,
  seen: null,
  home,
  stops: stops.map(([appointmentId, metres]) => ({ appointmentId, travel: metres === null ? null : travel(metres) })),
  back: home ? travel(9) : null,
  metres: 0,
  seconds: 0,
  estimated: true,
});
const day = (part: Partial<MapDay>): MapDay => ({
  start: '',
  end: '',
  timeZone: 'UTC',
  change: 0,
  resources: [],
  appointments: [],
  tasks: [],
  openTasks: 0,
  openTasksWithoutPlace: 0,
  categories: [{ name: 'Repair', displayName: 'Repair', color: '#ff0000' }],
  pins: [{ name: 'Urgent', color: '#00aa00' }],
  locations: true,
  ...part,
});

describe('the scene of a day', () => {
  const plan = day({
    resources: [
      resource('ANNA', spot(50), [
        [1, 10],
        [2, null],
        [3, 30],
      ]),
      resource('BEN', null, [[4, null]]),
    ],
    appointments: [visit(1, spot(51), 'repair'), visit(2, null), visit(3, spot(53)), visit(4, spot(54))],
  });

  test('a chosen route goes from home over what has a place, in order, and home; its numbers are those of the day', () => {
    const { route, pins } = sceneOf(plan, { chosen: 'ANNA' }, words);
    expect(route.map(({ from, to, label }) => [from.latitude, to.latitude, label])).toEqual([
      [50, 51, '10 m'],
      [51, 53, '30 m'],
      [53, 50, '9 m'],
    ]);
    expect(pins.filter(({ kind }) => kind === 'planned').map(({ text, isFaint }) => [text, isFaint])).toEqual([
      ['1', false],
      ['3', false],
      ['', true],
    ]);
  });

  test('without a choice there is no route, and colours are those of categories, however they are spelled', () => {
    const { route, pins } = sceneOf(plan, {}, words);
    expect(route).toEqual([]);
    expect(pins.find(({ id }) => id === 'visit 1')?.color).toBe('#ff0000');
  });

  test('a chosen route is shown whole, whatever is hidden', () => {
    const hidden = { open: false, planned: false, resources: false, onlyCategories: new Set(['other']) };
    expect(sceneOf(plan, hidden, words).pins).toEqual([]);
    expect(sceneOf(plan, { ...hidden, chosen: 'ANNA' }, words).pins.map(({ id }) => id)).toEqual([
      'visit 1',
      'visit 3',
      'resource ANNA',
    ]);
  });
});

test('pins at one place lie apart, those elsewhere stay, and what is on the route keeps its place', () => {
  const aPin = fc.record({
    kind: fc.constantFrom('open', 'planned', 'resource'),
    latitude: fc.constantFrom(50, 51),
    longitude: fc.constantFrom(4, 5),
    text: fc.constantFrom('', '1'),
  });
  fc.assert(
    fc.property(fc.array(aPin, { maxLength: 40 }), (made) => {
      const pins = made.map((pin, i): Pin => ({ ...pin, id: String(i), color: '', label: '', isFaint: false }));
      const offsets = offsetsOf(pins);
      const groups = new Map<string, Pin[]>();
      for (const pin of pins) {
        const name = `${pin.latitude} ${pin.longitude}`;
        groups.set(name, [...(groups.get(name) ?? []), pin]);
      }
      for (const group of groups.values()) {
        const places = group.map(({ id }) => offsets.get(id)!);
        for (const [i, [x, y]] of places.entries())
          for (const [otherX, otherY] of places.slice(i + 1))
            expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(12);
        const still = group.find(({ id }) => offsets.get(id)!.every((by) => by === 0));
        const hasStop = group.some(({ kind, text }) => kind === 'planned' && text !== '');
        expect(still?.kind === 'planned' && still.text !== '').toBe(hasStop);
      }
    }),
  );
});

test('pins of one cell become a cluster, and every pin is in one place only; what is kept stays alone', () => {
  const pin = (id: number, latitude: number): Pin => ({
    id: String(id),
    kind: 'open',
    latitude,
    longitude: 4,
    color: '',
    text: '',
    label: '',
    isFaint: false,
  });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), (cells) => {
      const pins = cells.map((cell, i) => pin(i, cell));
      const { alone, clusters } = clustersOf(
        pins,
        ({ latitude }) => ({ x: latitude, y: 0 }),
        2,
        ({ id }) => id === '0',
      );
      const members = [...alone, ...clusters.flatMap((cluster) => cluster.pins)].map(({ id }) => Number(id));
      expect(members.sort((a, b) => a - b)).toEqual(pins.map((_, i) => i));
      for (const cluster of clusters) expect(cluster.pins.length).toBeGreaterThan(1);
      if (pins.length > 0) expect(alone.map(({ id }) => id)).toContain('0');
    }),
  );
  expect(signOf({ id: 'c', pins: [pin(1, 50), pin(2, 52)] }, 'two')).toMatchObject({ latitude: 51, text: '2' });
});

test('towns stand in the middle of what lies in them; towns of one name far apart are two', () => {
  const found = townsOf([
    { city: 'Gent', place: spot(51.0) },
    { city: 'gent ', place: spot(51.1) },
    { city: 'Gent', place: spot(40) },
    { city: 'Aalst', place: null },
    { city: null, place: spot(50) },
  ]);
  expect(found.map(({ name, count, latitude }) => [name, count, latitude])).toEqual([
    ['Gent', 2, 51.05],
    ['Gent', 1, 40],
  ]);
});

test.each([
  ['Anna Peeters', 'AP'],
  ['anna', 'A'],
  ['  ', ''],
  ['👩‍🔧 Zoë van den Berg', '👩Z'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

describe('clusters', () => {
  const pinAt = (id: string, longitude: number, latitude = 50): Pin => ({
    ...{ id, kind: 'open', color: '#000', text: '', label: id, isFaint: false },
    ...{ latitude, longitude },
  });
  /** A tenth of a degree is a pixel. */
  const at = ({ latitude, longitude }: Pin) => ({ x: longitude * 10, y: latitude * 10 });
  const grouped = (pins: readonly Pin[], radius = 10) =>
    clustersOf(pins, at, radius, () => false).clusters.map((cluster) => cluster.pins.map(({ id }) => id));

  test('are pins within a distance, whatever cell of a grid they lie in', () => {
    const pins = [pinAt('a', 0.9), pinAt('b', 1.1), pinAt('c', 5), pinAt('d', 5.4), pinAt('e', 9)];
    expect(grouped(pins)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('do not depend on what else is on the screen, and keep their names', () => {
    const pins = [pinAt('a', 1), pinAt('b', 1.2), pinAt('far', 150)];
    const name = (of: readonly Pin[]) => clustersOf(of, at, 10, () => false).clusters.map(({ id }) => id);
    expect(name(pins)).toEqual(name(pins.slice(0, 2)));
  });

  test('few pins of one location are spread, many are a cluster at every zoom', () => {
    const same = Array.from({ length: 9 }, (_, i) => pinAt(String(i), 4));
    expect(grouped(same.slice(0, 8))).toEqual([]);
    expect(grouped(same, 0)).toHaveLength(1);
    expect(grouped([...same.slice(0, 2), pinAt('near', 4.5)], 0)).toEqual([]);
  });
});

test('a pin record colours its tasks, appointments and resources before the category does', () => {
  const urgent = { ...visit(1, spot(50), 'Repair'), pin: 'urgent' };
  const unknown = { ...visit(2, spot(50), 'Repair'), pin: 'Gone' };
  const ben = { ...resource('BEN', spot(50), []), pin: 'Urgent' };
  const { pins } = sceneOf(day({ appointments: [urgent, unknown], resources: [ben] }), {}, words);
  expect(pins.map(({ color }) => color)).toEqual(['#00aa00', '#ff0000', '#00aa00']);
});

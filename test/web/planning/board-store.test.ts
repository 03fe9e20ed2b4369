import { describe, expect, test } from 'vitest';
import {
  type Appointment,
  type BoardAnswer,
  BoardStore,
  type StoreEvent,
} from '../../../web/src/planning/board-store.ts';
import { NO_FILTER } from '../../../web/src/planning/filter.ts';

const anAppointment = (id: number, more: Partial<Appointment> = {}): Appointment => ({
  id,
  version: 1,
  appointmentNo: `A${id}`,
  appointmentGuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  start: '2026-06-01T09:00:00+02:00',
  end: '2026-06-01T10:00:00+02:00',
  isAllDay: false,
  subject: `Work ${id}`,
  category: 'REPAIR ',
  timeMarker: null,
  importance: 0,
  locked: false,
  sourceApp: 'ERP',
  sourceType: 'S',
  jobNo: 'J',
  taskNo: 'T',
  job: 0,
  seriesId: null,
  resources: ['R1'],
  containers: [],
  notification: null,
  requires: [0],
  ...more,
});
const anAnswer = (more: Partial<BoardAnswer> = {}): BoardAnswer => ({
  start: '',
  end: '',
  timeZone: 'UTC',
  change: 1,
  resources: [
    {
      id: 1,
      resourceNo: 'R1',
      name: 'Anna',
      teamCode: null,
      teamName: null,
      resourceType: null,
      department: null,
      timeZone: 'UTC',
      working: 0,
      has: [0],
    },
    {
      id: 2,
      resourceNo: 'R2',
      name: 'Ben',
      teamCode: null,
      teamName: null,
      resourceType: null,
      department: null,
      timeZone: 'UTC',
      working: 0,
      has: [],
    },
  ],
  workingTimes: [[]],
  appointments: [anAppointment(1), anAppointment(2)],
  busy: [],
  limited: false,
  filterValues: [{ group: 'Skill', value: 'HEATING' }],
  violations: [],
  categories: [{ name: 'Repair', displayName: 'Repair', color: '#e03131' }],
  timeMarkers: [],
  dependencies: [],
  jobs: [
    {
      description: 'Boilers',
      customerName: 'Astoria',
      contactName: null,
      city: 'Gent',
      latitude: 51.05,
      longitude: 3.72,
    },
  ],
  ...more,
});
function aStore() {
  const store = new BoardStore();
  const events: StoreEvent[] = [];
  store.listen((event) => events.push(event));
  store.load(anAnswer());
  return { store, events };
}

describe('the store of the board', () => {
  test('colours bars by the category, however it is spelled', () => {
    expect(aStore().store.bar(1)?.color).toBe('#e03131');
  });

  test('of the ids asked for, what is not in the answer is gone', () => {
    const { store, events } = aStore();
    store.merge([1, 2], anAnswer({ appointments: [anAppointment(2, { version: 2, subject: 'New' })] }));
    expect(store.bar(1)).toBeUndefined();
    expect(store.bar(2)).toMatchObject({ version: 2, subject: 'New' });
    expect(events.at(-1)).toMatchObject({ type: 'some', before: [{ id: 1 }, { id: 2 }], after: [{ id: 2 }] });
  });

  test('another answer may count its filter values otherwise', () => {
    const { store } = aStore();
    const filterValues = [
      { group: 'Skill', value: 'PUMPS' },
      { group: 'skill', value: 'Heating' },
    ];
    store.merge([1], anAnswer({ filterValues, appointments: [anAppointment(1, { requires: [1] })] }));
    expect(store.bar(1)?.requires).toEqual([0]);
    expect(store.data.resources.find(({ no }) => no === 'R1')?.has.has(0)).toBe(true);
  });

  test('violations of a neighbour are updated although only one bar was read', () => {
    const { store, events } = aStore();
    const violation = {
      rule: 'overlap' as const,
      severity: 'error' as const,
      message: 'Two at once',
      resourceNo: 'R1',
      detail: {},
      appointmentId: 1,
      otherId: 2,
    };
    store.merge([1], anAnswer({ appointments: [anAppointment(1)], violations: [violation] }));
    expect([store.bar(1), store.bar(2)].map((bar) => bar?.warnings.length)).toEqual([1, 1]);
    store.merge([1], anAnswer({ appointments: [anAppointment(1)] }));
    expect([store.bar(1), store.bar(2)].map((bar) => bar?.warnings.length)).toEqual([0, 0]);
    expect(events).toHaveLength(3);
  });

  test('a bar whose action is still on its way stays where the planner put it, until the last one is through', () => {
    const { store } = aStore();
    const moved = Date.parse('2026-06-01T11:00:00+02:00');
    store.patch([{ id: 1, start: moved, resources: ['R2'] }]);
    expect(store.bar(1)?.version).toBe(1);
    const [first, second] = [store.hold([1]), store.hold([1])];
    first!.letGo();
    store.merge([1], anAnswer({ appointments: [anAppointment(1, { version: 2 })] }));
    expect(store.bar(1)).toMatchObject({ start: moved, resources: ['R2'] });
    expect(store.bar(1)?.version, 'the version of what is shown').toBe(1);
    second!.letGo();
    store.merge([1], anAnswer({ appointments: [anAppointment(1, { version: 3 })] }));
    expect(store.bar(1)).toMatchObject({ resources: ['R1'], version: 3 });
  });

  test('busy time is a bar that is no appointment, and a read of some appointments renews all of it', () => {
    const { store, events } = aStore();
    const busy = (key: string, hour: string) => ({
      key,
      start: `2026-06-01T${hour}:00:00+02:00`,
      end: '2026-06-01T16:00:00+02:00',
      resources: ['R1'],
    });
    store.load(anAnswer({ limited: true, busy: [busy('a', '13'), busy('b', '14')] }));
    const [first, second] = store.data.busy;
    expect(store.isLimited).toBe(true);
    expect(first).toMatchObject({ isBusy: true, subject: '', category: null, resources: ['R1'] });
    expect([store.bar(first!.id), store.appointment(first!.id), store.data.bars.size]).toEqual([
      undefined,
      undefined,
      2,
    ]);
    store.merge([0], anAnswer({ busy: [busy('a', '13'), busy('b', '15'), busy('c', '15')] }));
    expect(store.data.busy[0]).toBe(first);
    expect(store.data.busy[1]?.id).toBe(second!.id);
    expect(events.at(-1)).toMatchObject({ type: 'some', before: [second], after: store.data.busy.slice(1) });
    expect(store.matching({ search: '', team: '', category: 'Repair', skill: '' }).busy).toEqual([]);
  });

  test('a search finds people by name and by what they do', () => {
    const { store } = aStore();
    const found = (text: string) => store.matching({ ...NO_FILTER, search: text }).resources.map(({ no }) => no);
    expect([found('ben'), found('WORK 2'), found('heating'), found('nobody'), found(' ')]).toEqual([
      ['R2'],
      ['R1'],
      ['R1'],
      [],
      ['R1', 'R2'],
    ]);
  });
});

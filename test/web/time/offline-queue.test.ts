import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Action, ActionDetails, Entry, Session, Timesheet } from '../../../web/src/offline/action.ts';
import { merge } from '../../../web/src/offline/merge.ts';
import { droppedWith, heldBack, isDoubtful, isTemporary, nextToSend } from '../../../web/src/offline/queue.ts';
import { secondsIn } from '../../../web/src/time/timesheets/duration.ts';

const task = { sourceApp: 'ERP', sourceType: 'S', jobNo: 'J', taskNo: 'T' };
const named = (externalId: string) => ({ externalId, timeSessionId: null });
const at = (clock: string): string => `2026-07-01T${clock}:00+02:00`;
const start = (externalId: string, clock: string, type: 0 | 1 | 2 = 0): ActionDetails => ({
  kind: 'start',
  task,
  type,
  externalId,
  startedAt: at(clock),
});
const stop = (externalId: string, clock: string): ActionDetails => ({
  kind: 'stop',
  session: named(externalId),
  task,
  stoppedAt: at(clock),
});
const claim = (...ids: string[]): ActionDetails => ({ kind: 'claim', date: '2026-07-01', sessions: ids.map(named) });
const move = (timeEntryId: number, status: 0 | 1): ActionDetails => ({ kind: 'move', timeEntryId, status });

let made = 0;
const anAction = (deed: ActionDetails, more: Partial<Action> = {}): Action => ({
  id: `a${++made}`,
  owner: 'o',
  resourceNo: 'ANNA',
  deed,
  ...more,
});
const common = { ...task, resourceNo: 'ANNA', version: 1, createdAt: '', createdBy: '', updatedAt: '', updatedBy: '' };
const aSession = (id: number, from: string, until: string | null, more: Partial<Session> = {}): Session => ({
  ...common,
  ...{ id, timeSessionId: id, externalId: `s${id}`, startedAt: at(from), stoppedAt: until && at(until), type: 0 },
  ...{ note: null, part: 1, session: null, stopRecorded: until !== null, timeEntryId: null, overlaps: false },
  ...more,
});
const anEntry = (id: number, more: Partial<Entry> = {}): Entry => ({
  ...common,
  ...{ id, timeEntryId: id, backofficeID: null, date: '2026-07-01', durationInSeconds: 3600, description: null },
  ...{ isBillable: null, status: 0, message: null },
  ...more,
});
const aSheet = (more: Partial<Timesheet> = {}): Timesheet => ({
  ...{ resourceNo: 'ANNA', timeZone: 'Europe/Brussels', entries: [], sessions: [], running: null },
  ...{ days: [], appointments: [], tasks: [] },
  ...more,
});
const days = { start: '2026-06-29', end: '2026-07-06' };
const merged = (sheet: Timesheet, ...deeds: ActionDetails[]) =>
  merge(
    sheet,
    days,
    deeds.map((deed) => anAction(deed)),
  );

describe('the queue', () => {
  test('goes in order, and past what was refused', () => {
    const [one, two] = [anAction(start('a', '08:00')), anAction(start('b', '09:00'))];
    expect(nextToSend([one, two])).toBe(one);
    expect(nextToSend([{ ...one, refusal: 'no' }, two])).toBe(two);
    expect(nextToSend([{ ...one, refusal: 'no' }])).toBeUndefined();
  });

  test('holds back what depends on a refused entry, and nothing else', () => {
    const refused = anAction(start('a', '08:00'), { refusal: 'closed' });
    const [stopped, claimed, other] = [
      anAction(stop('a', '09:00')),
      anAction(claim('b', 'a')),
      anAction(stop('b', '10:00')),
    ];
    expect([...heldBack([refused, stopped, claimed])]).toEqual([refused.id, stopped.id, claimed.id]);
    expect(nextToSend([refused, stopped, other])).toBe(other);
    // An entry is not submitted without the correction that went before.
    const edit = anAction(
      { kind: 'edit', timeEntryId: 7, version: 1, durationInSeconds: 60, description: '' },
      { refusal: '24 hours' },
    );
    expect([...heldBack([edit, anAction(move(7, 1)), anAction(move(8, 1))])]).toHaveLength(2);
  });

  test('a start that is dropped takes its stop and its claim along, and no other action', () => {
    const actions = [start('a', '08:00'), start('b', '09:00'), stop('a', '09:00'), claim('a')].map((deed) =>
      anAction(deed),
    );
    const [first, second, third, fourth] = actions.map(({ id }) => id);
    expect(droppedWith(actions, first!)).toEqual([first, third, fourth]);
    expect(droppedWith(actions, second!)).toEqual([second]);
    expect(droppedWith(actions, third!)).toEqual([third]);
    expect(droppedWith(actions, 'none')).toEqual([]);
  });

  test('whatever is refused, dropping it frees all that can be sent', () => {
    const deed = fc.oneof(
      fc.constantFrom('a', 'b', 'c').map((id) => start(id, '08:00')),
      fc.constantFrom('a', 'b', 'c').map((id) => stop(id, '09:00')),
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((ids) => claim(...ids)),
      fc.constantFrom(1, 2).map((id) => move(id, 1)),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(deed, fc.boolean()), { maxLength: 12 }), (drawn) => {
        let actions = drawn.map(([each, no]) => anAction(each, no ? { refusal: 'no' } : {}));
        for (const { id } of actions.filter(({ refusal }) => refusal !== undefined)) {
          const gone = droppedWith(actions, id);
          actions = actions.filter((action) => !gone.includes(action.id));
        }
        expect(heldBack(actions).size).toBe(0);
      }),
    );
  });

  test.each([
    [401, undefined, true],
    [429, undefined, true],
    [503, undefined, true],
    [409, 'REQ018', true],
    [409, 'APP014', false],
    [400, undefined, false],
    [403, 'USR005', false],
    [412, undefined, false],
  ])('an answer of %i %s is tried again later: %s', (status, code, passing) => {
    expect(isTemporary(status, code)).toBe(passing);
  });

  test('a new entry that was sent a day ago without an answer is for a person to look at', () => {
    const add: ActionDetails = {
      kind: 'add',
      task,
      date: '2026-07-01',
      durationInSeconds: 60,
      description: '',
      status: 0,
    };
    const day = 24 * 3_600_000;
    expect(isDoubtful(anAction(add), day)).toBe(false);
    expect(isDoubtful(anAction(add, { triedAt: 0 }), day)).toBe(true);
    expect(isDoubtful(anAction(add, { triedAt: 0 }), day / 2)).toBe(false);
    expect(isDoubtful(anAction(start('a', '08:00'), { triedAt: 0 }), day)).toBe(false);
  });
});

describe('what is on the device', () => {
  test('a start runs, and ends the one before', () => {
    const { running, sessions } = merged(aSheet(), start('a', '08:00'), start('b', '09:00', 1));
    expect(running).toMatchObject({ externalId: 'b', type: 1, onDevice: true });
    expect(sessions).toMatchObject([{ stoppedAt: at('09:00') }, { stoppedAt: null }]);
  });

  test('a start ends what the service says runs, even of another week', () => {
    const earlier = aSession(1, '08:00', null, { startedAt: '2026-06-20T08:00:00+02:00' });
    const { running, sessions } = merged(aSheet({ running: earlier }), start('b', '09:00'));
    expect(running?.externalId).toBe('b');
    expect(sessions).toHaveLength(1);
  });

  test('a stop ends the session that it names and no other', () => {
    const sheet = aSheet({ running: aSession(1, '08:00', null), sessions: [aSession(1, '08:00', null)] });
    expect(merged(sheet, stop('other', '09:00')).running).toBeDefined();
    const { running, sessions } = merged(sheet, stop('s1', '09:00'));
    expect(running).toBeUndefined();
    expect(sessions).toMatchObject([{ stoppedAt: at('09:00'), onDevice: true }]);
  });

  test('what the service has already is not shown twice', () => {
    const sheet = aSheet({ sessions: [aSession(1, '08:00', '09:00')] });
    expect(merged(sheet, start('s1', '08:00'), stop('s1', '09:00')).sessions).toHaveLength(1);
  });

  test('a claim takes stopped work into the draft of its task, locks it, and takes nothing twice', () => {
    const sheet = aSheet({
      entries: [anEntry(5)],
      sessions: [aSession(1, '08:00', '09:00'), aSession(2, '09:00', '09:30', { type: 1 }), aSession(3, '10:00', null)],
    });
    const { entries, sessions } = merged(sheet, claim('s1', 's2', 's3'), claim('s1'));
    expect(entries).toMatchObject([{ durationInSeconds: 7200, onDevice: true }]);
    expect(sessions.map(({ claimed }) => claimed)).toEqual([true, false, false]);
    expect(merged({ ...sheet, entries: [anEntry(5, { status: 2 })] }, claim('s1')).entries).toHaveLength(2);
  });

  test('entries are added, changed, moved and removed; what they held is free again', () => {
    const sheet = aSheet({ entries: [anEntry(5)], sessions: [aSession(1, '08:00', '09:00', { timeEntryId: 5 })] });
    const edit: ActionDetails = { kind: 'edit', timeEntryId: 5, version: 1, durationInSeconds: 60, description: 'x' };
    expect(merged(sheet, edit, move(5, 1)).entries).toMatchObject([{ durationInSeconds: 60, status: 1 }]);
    const removed = merged(sheet, { kind: 'remove', timeEntryId: 5 });
    expect(removed.entries).toEqual([]);
    expect(removed.sessions[0]?.claimed).toBe(false);
    const add: ActionDetails = {
      kind: 'add',
      task,
      date: '2026-07-02',
      durationInSeconds: 60,
      description: '',
      status: 1,
    };
    expect(merged(sheet, add, { ...add, date: '2026-08-01' }).entries).toHaveLength(2);
  });

  test('a refused action changes nothing, and those of another resource neither', () => {
    const actions = [anAction(start('a', '08:00'), { refusal: 'no' }), anAction(stop('a', '09:00'))];
    expect(merge(aSheet(), days, actions).sessions).toEqual([]);
    expect(merge(aSheet(), days, [anAction(start('a', '08:00'), { resourceNo: 'BEN' })]).running).toBeUndefined();
  });

  test('what was sent and is not yet read back stays in sight, no longer only on the device', () => {
    const action = anAction(start('a', '08:00'));
    expect(merge(aSheet(), days, [action], new Set([action.id])).running).toMatchObject({ onDevice: false });
  });
});

test.each([
  ['3:35', 12_900],
  ['0:05', 300],
  ['24:00', 86_400],
  ['3.5', 12_600],
  ['3,25', 11_700],
  [' 8 ', 28_800],
  ['', undefined],
  ['0', undefined],
  ['0:00', undefined],
  ['24:01', undefined],
  ['3:60', undefined],
  ['-1', undefined],
  ['1e1', undefined],
  ['three', undefined],
])('%j is read as %s seconds', (typed, seconds) => {
  expect(secondsIn(typed)).toBe(seconds);
});

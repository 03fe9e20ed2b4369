import { dateOf } from '../dates/zone.ts';
import {
  type Action,
  type EntryStatus,
  type SessionName,
  type SessionType,
  sameTask,
  type TaskKey,
  type Timesheet,
  type VisitAction,
} from './action.ts';
import { heldBack } from './queue.ts';

/** Merges the service's data with the actions on the device. */

export interface ShownSession extends SessionName {
  readonly key: string;
  readonly task: TaskKey;
  readonly startedAt: string;
  readonly stoppedAt: string | null;
  readonly type: SessionType;
  readonly note: string | null;
  readonly overlaps: boolean;
  /** In an entry, and therefore locked. */
  readonly claimed: boolean;
  readonly timeEntryId: number | null;
  readonly onDevice: boolean;
}

export interface ShownEntry {
  readonly key: string;
  /** Null while only the device knows it. */
  readonly timeEntryId: number | null;
  readonly task: TaskKey;
  readonly date: string;
  readonly durationInSeconds: number;
  readonly description: string | null;
  readonly status: EntryStatus;
  readonly message: string | null;
  readonly version: number;
  readonly onDevice: boolean;
}

export interface Merged {
  readonly entries: readonly ShownEntry[];
  readonly sessions: readonly ShownSession[];
  readonly running: ShownSession | undefined;
}

export interface Days {
  readonly start: string;
  readonly end: string;
}

/** Sent actions that are not read back yet are still shown, but no longer marked as only on this device. */
export function merge(
  sheet: Timesheet,
  days: Days,
  actions: readonly Action[],
  sent: ReadonlySet<string> = new Set(),
): Merged {
  const held = heldBack(actions);
  const state: State = {
    zone: sheet.timeZone,
    entries: sheet.entries.map((entry) => ({ ...entry, key: `entry-${entry.id}`, task: entry, onDevice: false })),
    sessions: sheet.sessions.map(shown),
    running: sheet.running ? shown(sheet.running) : undefined,
  };
  for (const action of actions)
    if (!held.has(action.id) && action.resourceNo === sheet.resourceNo) apply(state, action, !sent.has(action.id));
  const inDays = (date: string): boolean => date >= days.start && date < days.end;
  return {
    entries: state.entries.filter(({ date }) => inDays(date)),
    sessions: state.sessions.filter(({ startedAt }) => inDays(dateOf(sheet.timeZone, Date.parse(startedAt)))),
    running: state.running,
  };
}

interface State {
  readonly zone: string;
  entries: ShownEntry[];
  sessions: ShownSession[];
  running: ShownSession | undefined;
}

const shown = (session: Timesheet['sessions'][number]): ShownSession => ({
  ...session,
  key: `session-${session.id}`,
  task: session,
  claimed: session.timeEntryId !== null,
  onDevice: false,
});

const isNamed = (session: SessionName, name: SessionName): boolean =>
  name.externalId === null
    ? session.timeSessionId === name.timeSessionId
    : session.externalId?.toLowerCase() === name.externalId.toLowerCase();

/** Replaces a session in all lists, the running one included. */
function change(state: State, which: (session: ShownSession) => boolean, more: Partial<ShownSession>): void {
  state.sessions = state.sessions.map((session) => (which(session) ? { ...session, ...more } : session));
  const { running } = state;
  if (running && which(running)) {
    const changed = { ...running, ...more };
    state.running = changed.stoppedAt === null ? changed : undefined;
    if (!state.sessions.some(({ key }) => key === changed.key)) state.sessions.push(changed);
  }
}

interface Start {
  readonly task: TaskKey;
  readonly type: SessionType;
  readonly externalId: string;
  readonly startedAt: string;
}

function start(state: State, id: string, { task, type, externalId, startedAt }: Start, onDevice: boolean): void {
  const name = { externalId, timeSessionId: null };
  if ([...state.sessions, ...(state.running ? [state.running] : [])].some((session) => isNamed(session, name))) return;
  const { running } = state;
  if (running) change(state, ({ key }) => key === running.key, { stoppedAt: startedAt });
  const started = {
    ...{ key: id, ...name, task, type, startedAt, stoppedAt: null, note: null },
    ...{ overlaps: false, claimed: false, timeEntryId: null, onDevice },
  };
  state.sessions.push(started);
  state.running = started;
}

/** As in the service: travel and work start a session, everything else stops the one of the task. */
function report(
  state: State,
  id: string,
  { task, state: reported, externalId, at }: VisitAction,
  onDevice: boolean,
): void {
  if (!task) return;
  if (reported === 'travelling' || reported === 'working')
    start(state, id, { task, type: reported === 'working' ? 0 : 1, externalId, startedAt: at }, onDevice);
  else
    change(state, (session) => session.stoppedAt === null && sameTask(session.task, task), { stoppedAt: at, onDevice });
}

function apply(state: State, { id, deed: details }: Action, onDevice: boolean): void {
  switch (details.kind) {
    case 'start':
      start(state, id, details, onDevice);
      return;
    case 'visit':
      report(state, id, details, onDevice);
      return;
    case 'stop':
      change(state, (session) => session.stoppedAt === null && isNamed(session, details.session), {
        stoppedAt: details.stoppedAt,
        onDevice,
      });
      return;
    case 'claim':
      claim(state, id, details, onDevice);
      return;
    case 'add':
      state.entries.push({
        ...{ key: id, timeEntryId: null, message: null, version: 0, onDevice },
        ...{ task: details.task, date: details.date, durationInSeconds: details.durationInSeconds },
        ...{ description: details.description, status: details.status },
      });
      return;
    case 'edit': {
      const { durationInSeconds, description } = details;
      changeEntry(state, details.timeEntryId, { durationInSeconds, description, onDevice });
      return;
    }
    case 'move':
      changeEntry(state, details.timeEntryId, { status: details.status, message: null, onDevice });
      return;
    case 'remove':
      state.entries = state.entries.filter(({ timeEntryId }) => timeEntryId !== details.timeEntryId);
      change(state, ({ timeEntryId }) => timeEntryId === details.timeEntryId, { claimed: false, timeEntryId: null });
  }
}

const changeEntry = (state: State, id: number, more: Partial<ShownEntry>): void => {
  state.entries = state.entries.map((entry) => (entry.timeEntryId === id ? { ...entry, ...more } : entry));
};

/** As in the service: unclaimed, stopped sessions go into the draft of their task, or into a new one. */
function claim(
  state: State,
  id: string,
  { date, sessions }: { date: string; sessions: readonly SessionName[] },
  onDevice: boolean,
): void {
  const wanted = state.sessions.filter(
    (session) =>
      session.type === 0 &&
      session.stoppedAt !== null &&
      !session.claimed &&
      dateOf(state.zone, Date.parse(session.startedAt)) === date &&
      sessions.some((name) => isNamed(session, name)),
  );
  for (const { key, task, startedAt, stoppedAt } of wanted) {
    const seconds = Math.round((Date.parse(stoppedAt ?? startedAt) - Date.parse(startedAt)) / 1000);
    const draft = state.entries.find(
      (entry) => entry.status === 0 && entry.date === date && sameTask(entry.task, task),
    );
    if (draft)
      state.entries = state.entries.map((entry) =>
        entry === draft ? { ...entry, durationInSeconds: entry.durationInSeconds + seconds, onDevice } : entry,
      );
    else
      state.entries.push({
        ...{ key: `${id}-${key}`, timeEntryId: null, task, date, durationInSeconds: seconds, onDevice },
        ...{ description: null, status: 0 as const, message: null, version: 0 },
      });
    state.sessions = state.sessions.map((session) =>
      session.key === key ? { ...session, claimed: true, onDevice: session.onDevice || onDevice } : session,
    );
  }
}

import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Schemas } from '../api/schema.ts';
import { inARow } from '../board/task-chain.ts';
import type { Bar, BarMove, BoardCommand, Insertion, OpenWork } from '../board/types.ts';
import { instantOf, localOf } from '../dates/zone.ts';
import type { ActionQueue } from './action-queue.ts';
import type { Appointment, BoardStore } from './board-store.ts';
import { staffedBy } from './staffed-by.ts';

export interface OpenTask {
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly container?: string | null;
}

/** The appointments that a write created. */
export const createdIn = ({ appointments }: Schemas['WriteAnswer']): number[] => [
  ...new Set(appointments.map(({ id }) => id)),
];

/** The versions that bars showed when an action began. */
type Seen = ReadonlyMap<number, number | undefined>;

const iso = (instant: number): string => new Date(instant).toISOString();

/** The actions of the planner: shown immediately, and sent with the versions that were read. */
export class PlanningActions {
  readonly #store: BoardStore;
  readonly #zone: string;
  readonly #queue: ActionQueue;
  /** A copy of the bars that were cut or copied: they may be pasted into a week that does not show them. */
  #clipboard = new Map<number, { readonly bar: Bar; readonly appointment: Appointment }>();

  constructor(store: BoardStore, zone: string, queue: ActionQueue) {
    this.#store = store;
    this.#zone = zone;
    this.#queue = queue;
  }

  move(moves: readonly BarMove[], withContainers: boolean): Promise<void> {
    const [only] = moves;
    const container =
      only && moves.length === 1 && withContainers && this.#queue.draft === undefined && only.from === only.to
        ? this.#containerOf(only.id)
        : undefined;
    const by = only ? only.start - (this.#store.bar(only.id)?.start ?? only.start) : 0;
    this.#store.patch(
      moves.map(({ id, start, end, from, to }) => ({
        id,
        start,
        end,
        resources: (this.#store.bar(id)?.resources ?? []).map((no) => (no === from ? to : no)),
      })),
    );
    const ids = moves.map(({ id }) => id);
    const seen = new Map(moves.map((move) => [move.id, move.seen ?? this.#versionSeen(move.id)]));
    const done = this.#queue.act(
      'moved',
      container ? 'all' : ids,
      async (actionId) => {
        if (only && container) {
          // Writes nothing, and is refused if somebody else has changed the bar that the planner took.
          await api.post('/appointment', {
            body: { appointmentId: only.id, ...this.#ifMatch(only.id, seen) },
            actionId,
          });
          return this.#moveContainer(container, by, actionId);
        }
        // All or none, in one request: a change by somebody else to one of them stops all.
        const body = moves.flatMap((move) => this.#movedTo(move, seen));
        this.#queue.versions.note(await api.post('/appointment', { body, actionId }));
      },
      ids,
    );
    return container ? done.then(() => this.#takeVersion(ids)) : done;
  }

  /** Moves all members, also those that are not on the board; one undo takes them back. */
  moveContainer(name: string, ids: readonly number[], by: number): Promise<void> {
    this.#store.patch(
      ids.flatMap((id) => {
        const bar = this.#store.bar(id);
        return bar ? [{ id, start: bar.start + by, end: bar.end + by }] : [];
      }),
    );
    return this.#queue
      .act('moved', 'all', (actionId) => this.#moveContainer(name, by, actionId), ids)
      .then(() => this.#takeVersion(ids));
  }

  resize({ id, start, end, seen: began }: Omit<Extract<BoardCommand, { type: 'resize' }>, 'type'>): Promise<void> {
    const seen = new Map([[id, began ?? this.#versionSeen(id)]]);
    this.#store.patch([{ id, start, end }]);
    return this.#queue.act('changed', [id], async (actionId) => {
      const body = { appointmentId: id, ...this.#ifMatch(id, seen), start: iso(start), end: iso(end) };
      this.#queue.versions.note(await api.post('/appointment', { body, actionId }));
    });
  }

  /** The service computes the end from the calendar of the resource. Several tasks follow each other on its row; appointments of a container join it. */
  plan(tasks: readonly (OpenTask & { readonly work: OpenWork })[], resourceNo: string, at: number): Promise<void> {
    return this.#queue.act('planned', 'all', async (actionId, created) => {
      const working = this.#store.data.resources.find(({ no }) => no === resourceNo)?.working ?? [];
      const times = inARow(
        tasks.map(({ work }) => work),
        working,
        at,
      );
      const planned = tasks.map(({ sourceApp, sourceType, jobNo, taskNo, container }, i) => ({
        appointmentGuid: newId(),
        ...{ sourceApp, sourceType, jobNo, taskNo },
        ...(typeof container === 'string' ? { container } : {}),
        start: iso(times[i]?.start ?? at),
      }));
      const answer = planned.some(({ container }) => container !== undefined)
        ? await api.post('/board/plan', { body: { resourceNo, tasks: planned }, actionId })
        : await api.post('/appointment', { body: planned.map((each) => ({ ...each, resourceNo })), actionId });
      created(createdIn(answer));
    });
  }

  remove(ids: readonly number[]): Promise<void> {
    const seen = this.#versionsSeen(ids);
    this.#store.drop(ids);
    return this.#queue.act('deleted', ids, async (actionId) => {
      const body = ids.map((id) => ({ appointmentId: id, ...this.#ifMatch(id, seen) }));
      await api.delete('/appointment', { body, actionId });
    });
  }

  lock(ids: readonly number[], locked: boolean): Promise<void> {
    this.#store.patch(ids.map((id) => ({ id, locked })));
    return this.#queue.act('changed', ids, async (actionId) => {
      const body = ids.map((appointmentId) => ({ appointmentId, locked }));
      this.#queue.versions.note(await api.post('/appointmentLocked', { body, actionId }));
    });
  }

  setCategory(ids: readonly number[], category: string): Promise<void> {
    return this.#queue.act('changed', ids, async (actionId) => {
      const body = ids.map((appointmentId) => ({ appointmentId, category }));
      this.#queue.versions.note(await api.post('/appointmentCategory', { body, actionId }));
    });
  }

  setTimeMarker(ids: readonly number[], timeMarker: string | null): Promise<void> {
    return this.#queue.act('changed', ids, async (actionId) => {
      const body = ids.map((appointmentId) => ({ appointmentId, timeMarker }));
      const named = ids.map((appointmentId) => ({ appointmentId }));
      const answer =
        timeMarker === null
          ? await api.delete('/appointmentTimeMarker', { body: named, actionId })
          : await api.post('/appointmentTimeMarker', { body, actionId });
      this.#queue.versions.note(answer);
    });
  }

  setImportance(ids: readonly number[], importance: 0 | 1 | 2): Promise<void> {
    this.#store.patch(ids.map((id) => ({ id, isImportant: importance === 1 })));
    return this.#queue.act('changed', ids, async (actionId) => {
      const body = ids.map((appointmentId) => ({ appointmentId, importance }));
      this.#queue.versions.note(await api.post('/appointmentImportance', { body, actionId }));
    });
  }

  copy(ids: readonly number[]): void {
    this.#clipboard = new Map(
      ids.flatMap((id) => {
        const [bar, appointment] = [this.#store.bar(id), this.#store.appointment(id)];
        return bar && appointment ? [[id, { bar, appointment }] as const] : [];
      }),
    );
  }

  /** Copies keep their distance to each other; the first starts at the insertion point. */
  paste({ resourceNo, at }: Insertion, isCut: boolean): Promise<void> {
    const bars = [...this.#clipboard.values()]
      .map(({ bar }) => this.#store.bar(bar.id) ?? bar)
      .sort((a, b) => a.start - b.start);
    const [first] = bars;
    if (!first) return Promise.resolve();
    if (isCut)
      return this.move(
        bars.map((bar) => ({
          id: bar.id,
          start: at + (bar.start - first.start),
          end: at + (bar.end - first.start),
          from: bar.resources[0] ?? resourceNo,
          to: resourceNo,
        })),
        false,
      );
    return this.#queue.act('copied', 'all', async (actionId, created) => {
      const answer = await api.post('/appointment', {
        body: bars.flatMap((bar) => {
          const start = at + (bar.start - first.start);
          return this.#copyOf(bar.id, { start, end: start + (bar.end - bar.start), resourceNo }) ?? [];
        }),
        actionId,
      });
      created(createdIn(answer));
    });
  }

  split(id: number, at: number): Promise<void> {
    const bar = this.#store.bar(id);
    if (!bar || at <= bar.start || at >= bar.end) return Promise.resolve();
    const seen = this.#versionsSeen([id]);
    return this.#queue.act('changed', 'all', async (actionId) => {
      const [resourceNo, ...others] = bar.resources;
      const second = this.#copyOf(id, { start: at, end: bar.end, resourceNo });
      if (!second) return;
      const body = [{ appointmentId: id, ...this.#ifMatch(id, seen), end: iso(at) }, second];
      this.#queue.versions.note(await api.post('/appointment', { body, actionId }));
      if (others.length > 0)
        await api.post('/assignment', {
          body: others.map((no) => ({ appointmentGuid: second.appointmentGuid, resourceNo: no })),
          actionId,
        });
    });
  }

  /** The other resources of the appointment stay: the first replaces all, and the rest is added again. */
  #movedTo({ id, start, end, from, to }: BarMove, seen: Seen): Schemas['AppointmentWrite'][] {
    const moved = { appointmentId: id, ...this.#ifMatch(id, seen), start: iso(start), end: iso(end) };
    if (from === to) return [moved];
    const others = (this.#appointmentOf(id)?.resources ?? []).filter((no) => no !== from && no !== to);
    const { first, joining } = staffedBy(id, [...others, to]);
    return [{ ...moved, ...first }, ...joining];
  }

  /** The version that the bar showed when the action began, and own changes since. */
  #ifMatch(id: number, seen: Seen): { ifMatch?: number } {
    const version = seen.get(id);
    return version === undefined ? {} : { ifMatch: this.#queue.versions.after(id, version) };
  }

  #versionSeen(id: number): number | undefined {
    return this.#store.bar(id)?.version ?? this.#clipboard.get(id)?.bar.version;
  }

  #versionsSeen(ids: readonly number[]): Seen {
    return new Map(ids.map((id) => [id, this.#versionSeen(id)]));
  }

  /** The service has moved them with their container, and its answer does not name their versions: those that were read afterwards are own. */
  #takeVersion(ids: readonly number[]): void {
    for (const id of ids) {
      const version = this.#store.appointment(id)?.version;
      if (version !== undefined) this.#queue.versions.add(id, version);
    }
  }

  /** A container is moved by its handle, and the service moves its members. A container without a handle gets one at the bar's start. */
  async #moveContainer(name: string, by: number, actionId: string): Promise<void> {
    const container = await api.get('/container/{name}', { path: { name } });
    let handle = container.handleDate === null ? undefined : Date.parse(String(container.handleDate));
    if (handle === undefined) {
      handle = Math.floor(Date.now() / 900_000) * 900_000;
      await api.post('/container', { body: { name, handleDate: iso(handle) }, actionId });
    }
    // In local time: nine o'clock stays nine o'clock across a clock change.
    const moved = instantOf(this.#zone, localOf(this.#zone, handle) + by);
    await api.post('/container', { body: { name, handleDate: iso(moved), handleLocked: true }, actionId });
  }

  #appointmentOf(id: number): Appointment | undefined {
    return this.#store.appointment(id) ?? this.#clipboard.get(id)?.appointment;
  }

  #containerOf(id: number): string | undefined {
    return this.#store.bar(id)?.containers[0];
  }

  #copyOf(id: number, target: { start: number; end: number; resourceNo: string | undefined }) {
    const appointment = this.#appointmentOf(id);
    if (!appointment) return undefined;
    const { sourceApp, sourceType, jobNo, taskNo, subject, category, timeMarker, importance } = appointment;
    return {
      appointmentGuid: newId(),
      ...{ sourceApp, sourceType, jobNo, taskNo, importance: importance as 0 | 1 },
      ...(subject === null ? {} : { subject }),
      ...(category === null ? {} : { category }),
      ...(timeMarker === null ? {} : { timeMarker }),
      ...(target.resourceNo === undefined ? {} : { resourceNo: target.resourceNo }),
      start: iso(target.start),
      end: iso(target.end),
    };
  }
}

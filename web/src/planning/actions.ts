import { api } from '../api/client.ts';
import { newId } from '../api/new-id.ts';
import type { Schemas } from '../api/schema.ts';
import type { Bar, BarMove, Insertion, OpenWork } from '../board/types.ts';
import { instantOf, localOf } from '../dates/zone.ts';
import type { ActionQueue } from './action-queue.ts';
import type { Appointment, BoardStore } from './board-store.ts';
import { staffedBy } from './staffed-by.ts';

export interface OpenTask {
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly jobNo: string;
  readonly taskNo: string;
}

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
      only && moves.length === 1 && withContainers && only.from === only.to ? this.#containerOf(only.id) : undefined;
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
    const seen = new Map(ids.map((id) => [id, this.#store.versionSeen(id)]));
    return this.#queue.act(
      'moved',
      container ? 'all' : ids,
      async (actionId) => {
        if (container) return this.#moveContainer(container, by, actionId);
        // All or none, in one request: a change by somebody else to one of them stops all.
        const body = moves.flatMap((move) => this.#movedTo(move, seen.get(move.id)));
        await api.post('/appointment', { body, actionId });
      },
      ids,
    );
  }

  resize(id: number, start: number, end: number): Promise<void> {
    this.#store.patch([{ id, start, end }]);
    const seen = this.#store.versionSeen(id);
    return this.#queue.act('changed', [id], async (actionId) => {
      const body = { appointmentId: id, ...this.#ifMatch(id, seen), start: iso(start), end: iso(end) };
      await api.post('/appointment', { body, actionId });
    });
  }

  /** The service computes the end from the calendar of the resource. Several tasks follow each other. */
  plan(tasks: readonly (OpenTask & { readonly work: OpenWork })[], resourceNo: string, at: number): Promise<void> {
    return this.#queue.act('planned', 'all', async (actionId) => {
      let start = at;
      const body = tasks.map(({ sourceApp, sourceType, jobNo, taskNo, work }) => {
        const record = {
          appointmentGuid: newId(),
          ...{ sourceApp, sourceType, jobNo, taskNo, resourceNo },
          start: iso(start),
        };
        start += work.durationMs;
        return record;
      });
      await api.post('/appointment', { body, actionId });
    });
  }

  remove(ids: readonly number[]): Promise<void> {
    const seen = new Map(ids.map((id) => [id, this.#store.versionSeen(id)]));
    this.#store.drop(ids);
    return this.#queue.act('deleted', ids, async (actionId) => {
      const body = ids.map((id) => ({ appointmentId: id, ...this.#ifMatch(id, seen.get(id)) }));
      await api.delete('/appointment', { body, actionId });
    });
  }

  lock(ids: readonly number[], locked: boolean): Promise<void> {
    this.#store.patch(ids.map((id) => ({ id, locked })));
    return this.#queue.act('changed', ids, async (actionId) => {
      await api.post('/appointmentLocked', { body: ids.map((appointmentId) => ({ appointmentId, locked })), actionId });
    });
  }

  setCategory(ids: readonly number[], category: string): Promise<void> {
    return this.#queue.act('changed', ids, async (actionId) => {
      await api.post('/appointmentCategory', {
        body: ids.map((appointmentId) => ({ appointmentId, category })),
        actionId,
      });
    });
  }

  setTimeMarker(ids: readonly number[], timeMarker: string | null): Promise<void> {
    return this.#queue.act('changed', ids, async (actionId) => {
      if (timeMarker === null)
        await api.delete('/appointmentTimeMarker', { body: ids.map((appointmentId) => ({ appointmentId })), actionId });
      else
        await api.post('/appointmentTimeMarker', {
          body: ids.map((appointmentId) => ({ appointmentId, timeMarker })),
          actionId,
        });
    });
  }

  setImportance(ids: readonly number[], importance: 0 | 1 | 2): Promise<void> {
    this.#store.patch(ids.map((id) => ({ id, isImportant: importance === 1 })));
    return this.#queue.act('changed', ids, async (actionId) => {
      await api.post('/appointmentImportance', {
        body: ids.map((appointmentId) => ({ appointmentId, importance })),
        actionId,
      });
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
    return this.#queue.act('copied', 'all', async (actionId) => {
      await api.post('/appointment', {
        body: bars.flatMap((bar) => {
          const start = at + (bar.start - first.start);
          return this.#copyOf(bar.id, { start, end: start + (bar.end - bar.start), resourceNo }) ?? [];
        }),
        actionId,
      });
    });
  }

  split(id: number, at: number): Promise<void> {
    const bar = this.#store.bar(id);
    if (!bar || at <= bar.start || at >= bar.end) return Promise.resolve();
    const seen = this.#store.versionSeen(id);
    return this.#queue.act('changed', 'all', async (actionId) => {
      const [resourceNo, ...others] = bar.resources;
      const second = this.#copyOf(id, { start: at, end: bar.end, resourceNo });
      if (!second) return;
      await api.post('/appointment', {
        body: [{ appointmentId: id, ...this.#ifMatch(id, seen), end: iso(at) }, second],
        actionId,
      });
      if (others.length > 0)
        await api.post('/assignment', {
          body: others.map((no) => ({ appointmentGuid: second.appointmentGuid, resourceNo: no })),
          actionId,
        });
    });
  }

  /** The other resources of the appointment stay: the first replaces all, and the rest is added again. */
  #movedTo({ id, start, end, from, to }: BarMove, seen: number | undefined): Schemas['AppointmentWrite'][] {
    const moved = { appointmentId: id, ...this.#ifMatch(id, seen), start: iso(start), end: iso(end) };
    if (from === to) return [moved];
    const others = (this.#appointmentOf(id)?.resources ?? []).filter((no) => no !== from && no !== to);
    const { first, joining } = staffedBy(id, [...others, to]);
    return [{ ...moved, ...first }, ...joining];
  }

  /** The version that was read. If an earlier own action was not read back yet, its resulting version. */
  #ifMatch(id: number, seen: number | undefined): { ifMatch?: number } {
    const version = seen ?? this.#appointmentOf(id)?.version;
    return version === undefined ? {} : { ifMatch: version };
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

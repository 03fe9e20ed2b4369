import { createHash, randomUUID } from 'node:crypto';
import { type EntityModel, model as modelNamed } from '../../derive/model.ts';
import { type Problem, problem } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { endsOf, splitAtMidnight } from '../../domain/time-session.ts';
import { resolveUnzoned } from '../../domain/values/parse.ts';
import { deleteByIds, insertRows, type Row, updateRows } from '../../storage/record-store.ts';
import {
  type LockedResource,
  lockResources,
  type SessionRow,
  type SourceReference,
  sessionsFrom,
  sessionsNamed,
} from '../../storage/time-store.ts';
import { type Call, sentValue } from '../writing/call.ts';
import { differences, fromBackOffice } from '../writing/change-detail.ts';
import type { Group } from '../writing/plan-groups.ts';
import { type Resolved, resolveReferences } from '../writing/resolve-references.ts';
import { foreignTo } from '../writing/source-app-limit.ts';
import type { WriteContext } from '../writing/write-context.ts';

/**
 * Time sessions. A session is what a caller sent; its parts, one a day, are what is stored. All sessions of a resource that a change can
 * touch are loaded, the calls are applied to them one after the other, then the domain tells where each ends and where midnight
 * splits it, and only the parts that differ are written.
 */
export async function writeTimeSessions(context: WriteContext, group: Group): Promise<void> {
  const upserting = group.shape.procedure.action === 'upsert';
  const open = upserting ? await resolveReferences(context, group) : group.calls.map((call) => ({ call, ids: [] }));
  const board = await loadBoard(context, open);
  for (const { call, ids } of open) {
    const refusal =
      foreignTo(context, board.sourceAppOf(call)) ?? (upserting ? board.put(call, ids) : board.remove(call));
    if (refusal) context.reject(call, refusal);
  }
  await new BoardWriter(context, board).write();
}

/** A session as a whole. */
interface Whole {
  readonly session: string;
  /** Tells sessions that start at once apart, the same way in any order of arrival. */
  readonly order: string;
  readonly resource: LockedResource;
  readonly taskId: number;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly externalId: string | null;
  readonly jobNo: string;
  readonly taskNo: string;
  readonly type: number;
  readonly note: string | null;
  readonly start: number;
  /** The stop that was sent. */
  readonly recorded: number | null;
  /** The stop that a later session implied. It is kept when that one is deleted: a stop is never cleared. */
  readonly implied: number | null;
  readonly rows: readonly SessionRow[];
}

/** Longest a clock may be ahead of ours. */
const AHEAD_MS = 24 * 3_600_000;

class Board {
  readonly wholes: Map<string, Whole>;
  readonly removed = new Map<string, Whole>();
  /** Which session each call ended up with. */
  readonly calls = new Map<Call, { session: string; fresh: boolean }>();
  readonly ignored: Call[] = [];
  readonly #resources: ReadonlyMap<number, LockedResource>;
  readonly #zone: string;
  readonly #now: number;

  constructor(wholes: readonly Whole[], resources: readonly LockedResource[], zone: string, now: number) {
    this.wholes = new Map(wholes.map((whole) => [whole.session, whole]));
    this.#resources = new Map(resources.map((resource) => [resource.id, resource]));
    this.#zone = zone;
    this.#now = now;
  }

  zoneOf(resource: LockedResource): string {
    return resource.timeZone ?? this.#zone;
  }

  #find(call: Call): Whole | undefined {
    const id = sentValue(call, 'timeSessionId');
    const [named] = referencesOf([call]);
    return [...this.wholes.values()].find((whole) =>
      typeof id === 'number'
        ? whole.rows.some((row) => row.id === id)
        : named && whole.externalId !== null && sameReference(whole, named),
    );
  }

  sourceAppOf(call: Call): string | null {
    return this.#find(call)?.sourceApp ?? null;
  }

  put(call: Call, ids: readonly (number | null)[]): Problem | undefined {
    const known = this.#find(call);
    if (!known && typeof sentValue(call, 'timeSessionId') === 'number')
      return problem('APP007', `There is no time session ${sentValue(call, 'timeSessionId')}.`, 'TimeSessionId');
    const reference = (name: string): number | undefined => {
      const at = call.shape.references.findIndex((each) => each.name === name);
      return at < 0 ? undefined : (ids[at] ?? undefined);
    };
    const resource = this.#resources.get(reference('resource') ?? known?.resource.id ?? -1);
    const taskId = reference('task') ?? known?.taskId;
    const started = sentValue(call, 'startedAt') ?? (known ? new Date(known.start).toISOString() : undefined);
    if (!resource || taskId === undefined || typeof started !== 'string') return missing(call);
    const zone = this.zoneOf(resource);
    const start = resolveUnzoned(started, zone);
    const stopped = sentValue(call, 'stoppedAt');
    const recorded = typeof stopped === 'string' ? resolveUnzoned(stopped, zone) : (known?.recorded ?? null);
    if (recorded !== null && recorded < start)
      return problem('APP010', 'The session stops before it starts.', 'StoppedAt');
    if (start > this.#now + AHEAD_MS) return problem('APP010', 'The session starts in the far future.', 'StartedAt');
    const text = <K extends 'jobNo' | 'taskNo' | 'note'>(property: K): Whole[K] | undefined =>
      sentValue(call, property) as Whole[K] | undefined;
    const session = known?.session ?? sessionOf(call);
    const next: Whole = {
      session,
      order: known?.order ?? orderOf(call, session),
      resource,
      taskId,
      sourceApp: known?.sourceApp ?? String(sentValue(call, 'sourceApp')),
      sourceType: known?.sourceType ?? String(sentValue(call, 'sourceType')),
      externalId: known?.externalId ?? (sentValue(call, 'externalId') as string | null | undefined) ?? null,
      jobNo: (known && taskId === known.taskId ? known.jobNo : text('jobNo')) ?? '',
      taskNo: (known && taskId === known.taskId ? known.taskNo : text('taskNo')) ?? '',
      type: (sentValue(call, 'type') as number | undefined) ?? known?.type ?? 0,
      note: text('note') === undefined ? (known?.note ?? null) : (text('note') ?? null),
      start,
      recorded,
      implied: known && known.start === start && known.resource.id === resource.id ? known.implied : null,
      rows: known?.rows ?? [],
    };
    const claimed = known?.rows.find((row) => row.timeEntryId !== null);
    if (claimed && isChange(known as Whole, next))
      return problem('APP015', `The session is claimed by time entry ${claimed.timeEntryId}.`);
    this.wholes.set(session, next);
    this.calls.set(call, { session, fresh: !known });
    return undefined;
  }

  remove(call: Call): Problem | undefined {
    const known = this.#find(call);
    if (!known) {
      this.ignored.push(call);
      return undefined;
    }
    const claimed = known.rows.find((row) => row.timeEntryId !== null);
    if (claimed) return problem('APP015', `The session is claimed by time entry ${claimed.timeEntryId}.`);
    this.wholes.delete(known.session);
    this.removed.set(known.session, known);
    this.calls.set(call, { session: known.session, fresh: false });
    return undefined;
  }
}

const missing = (call: Call): Problem => {
  const property =
    ['sourceApp', 'sourceType', 'resourceNo', 'jobNo', 'taskNo', 'startedAt'].find(
      (each) => (sentValue(call, each) ?? null) === null,
    ) ?? 'startedAt';
  const { param } = call.shape.procedure.model.column(property);
  return problem('REQ015', `${param} is required to create a time session.`, param);
};

const isChange = (a: Whole, b: Whole): boolean =>
  a.resource.id !== b.resource.id ||
  a.taskId !== b.taskId ||
  a.type !== b.type ||
  a.note !== b.note ||
  a.start !== b.start ||
  // A stop that repeats what another session implied changes nothing about a claimed one.
  (b.recorded !== a.recorded && b.recorded !== (a.recorded ?? a.implied));

const orderOf = (call: Call, session: string): string => {
  const [named] = referencesOf([call]);
  return named ? `a${foldKey([named.sourceApp, named.sourceType, named.reference])}` : `b${session}`;
};

/** What the caller's key makes it, so that the same session, made again, is the same. */
const sessionOf = (call: Call): string => {
  const [named] = referencesOf([call]);
  return named
    ? createHash('sha256')
        .update(foldKey([named.sourceApp, named.sourceType, named.reference]))
        .digest('hex')
        .slice(0, 32)
    : randomUUID();
};

const referencesOf = (calls: readonly Call[]): SourceReference[] =>
  calls.flatMap((call) => {
    const [sourceApp, sourceType, reference] = ['sourceApp', 'sourceType', 'externalId'].map((each) =>
      sentValue(call, each),
    );
    return typeof reference === 'string'
      ? [{ sourceApp: String(sourceApp ?? ''), sourceType: String(sourceType ?? ''), reference }]
      : [];
  });

const sameReference = (whole: Whole, named: SourceReference): boolean =>
  foldKey([whole.sourceApp, whole.sourceType, whole.externalId]) ===
  foldKey([named.sourceApp, named.sourceType, named.reference]);

/** Locks the resources first, so that two writers of one resource's time come one after the other. */
async function loadBoard(context: WriteContext, open: readonly Resolved[]): Promise<Board> {
  const { tx, caller, deps } = context;
  const { tenantId } = caller;
  const calls = open.map(({ call }) => call);
  const ids = calls.flatMap((call) => {
    const id = sentValue(call, 'timeSessionId');
    return typeof id === 'number' ? [id] : [];
  });
  const named = referencesOf(calls);
  const look = () => (ids.length + named.length > 0 ? sessionsNamed(tx, tenantId, ids, named) : Promise.resolve([]));
  const touched = new Set((await look()).map((row) => row.resourceId));
  for (const { call, ids: referred } of open) {
    const at = call.shape.references.findIndex((each) => each.name === 'resource');
    const id = at < 0 ? null : referred[at];
    if (typeof id === 'number') touched.add(id);
  }
  const resources = await lockResources(tx, tenantId, [...touched]);
  const mine = await look();
  if (mine.some(({ resourceId }) => !touched.has(resourceId)))
    throw Object.assign(new Error('a time session moved while it was being locked'), { code: '40001' });
  const from = new Map<number, number>();
  const note = (resourceId: number, moment: number): void => {
    from.set(resourceId, Math.min(moment, from.get(resourceId) ?? moment));
  };
  for (const row of mine) note(row.resourceId, row.startedAt);
  for (const { call, ids: referred } of open) {
    const at = call.shape.references.findIndex((each) => each.name === 'resource');
    const resource = resources.find(({ id }) => id === referred[at]);
    const started = sentValue(call, 'startedAt');
    if (resource && typeof started === 'string')
      note(resource.id, resolveUnzoned(started, resource.timeZone ?? caller.timeZone));
  }
  const near =
    from.size > 0
      ? await sessionsFrom(
          tx,
          tenantId,
          [...from].map(([resourceId, moment]) => ({ resourceId, moment })),
        )
      : [];
  const rows = new Map([...near, ...mine].map((row) => [row.id, row]));
  return new Board(wholesOf([...rows.values()], resources), resources, caller.timeZone, deps.now().getTime());
}

function wholesOf(rows: readonly SessionRow[], resources: readonly LockedResource[]): Whole[] {
  const parts = new Map<string, SessionRow[]>();
  for (const row of rows) parts.set(row.session, [...(parts.get(row.session) ?? []), row]);
  return [...parts.values()].flatMap((unsorted) => {
    const own = unsorted.sort((a, b) => a.part - b.part);
    const [first, last] = [own[0] as SessionRow, own.at(-1) as SessionRow];
    const resource = resources.find(({ id }) => id === first.resourceId);
    if (!resource) return [];
    return [
      {
        session: first.session,
        order:
          first.externalId === null
            ? `b${first.session}`
            : `a${foldKey([first.sourceApp, first.sourceType, first.externalId])}`,
        resource,
        taskId: first.taskId,
        sourceApp: first.sourceApp,
        sourceType: first.sourceType,
        externalId: first.externalId,
        jobNo: first.jobNo,
        taskNo: first.taskNo,
        type: first.type,
        note: first.note,
        start: first.startedAt,
        recorded: last.stopRecorded ? last.stoppedAt : null,
        implied: last.stopRecorded ? null : last.stoppedAt,
        rows: own,
      },
    ];
  });
}

/** Turns the board into parts and writes those that differ. */
class BoardWriter {
  readonly #context: WriteContext;
  readonly #board: Board;
  readonly #model: EntityModel = modelNamed('TimeSession');

  constructor(context: WriteContext, board: Board) {
    this.#context = context;
    this.#board = board;
  }

  async write(): Promise<void> {
    const { tx, caller } = this.#context;
    const shape = {
      model: this.#model,
      columns: this.#model.stored.filter(({ property }) => property !== 'timeEntryId'),
      references: this.#model.references,
    };
    const ends = this.#ends();
    const kept = new Map<string, Row>();
    const fresh = new Map<string, Row>();
    const surplus: number[] = [...this.#board.removed.values()].flatMap(({ rows }) => rows.map(({ id }) => id));
    for (const whole of this.#board.wholes.values()) {
      const parts = this.#parts(whole, ends.get(whole.session) ?? null);
      for (const row of parts) (whole.rows.some(({ key }) => key === row.key) ? kept : fresh).set(row.key, row);
      surplus.push(...whole.rows.filter(({ key }) => !parts.some((row) => row.key === key)).map(({ id }) => id));
    }
    // Running sessions end before others begin: the database lets only one run.
    const gone = await deleteByIds(tx, caller.tenantId, this.#model, surplus);
    const changed =
      kept.size > 0 ? await updateRows(tx, caller.tenantId, shape, [...kept.values()], caller.actor) : new Map();
    const made =
      fresh.size > 0 ? await insertRows(tx, caller.tenantId, shape, [...fresh.values()], caller.actor) : new Map();
    for (const record of gone)
      this.#context.note(this.#model, 'deleted', record, String(record.id), {
        sourceApp: record.before['sourceApp'],
        before: JSON.stringify(record.before),
        ...this.#back(),
      });
    for (const record of changed.values())
      this.#context.note(this.#model, 'updated', record, String(record.id), {
        ...differences(this.#model, record.before, record.after),
        ...this.#back(),
      });
    for (const [key, id] of made)
      this.#context.note(this.#model, 'created', { id, version: 1 }, String(id), {
        after: `{${fresh.get(key)?.text}}`,
        ...this.#back(),
      });
    this.#settle(changed, made);
  }

  #back(): { fromBackOffice?: boolean } {
    const [call] = [...this.#board.calls.keys()];
    return call ? fromBackOffice(call) : {};
  }

  /** Per resource; a claimed session stays as it is, whatever comes beside it. */
  #ends(): Map<string, number | null> {
    const ends = new Map<string, number | null>();
    const byResource = new Map<number, Whole[]>();
    for (const whole of this.#board.wholes.values())
      byResource.set(whole.resource.id, [...(byResource.get(whole.resource.id) ?? []), whole]);
    for (const wholes of byResource.values()) {
      const bySession = endsOf(wholes.map(({ order, start, recorded }) => ({ id: order, start, stop: recorded })));
      for (const whole of wholes) {
        const end = bySession.get(whole.order) ?? null;
        const claimed = whole.rows.some((row) => row.timeEntryId !== null);
        const earlier =
          whole.implied !== null && whole.recorded === null ? Math.min(whole.implied, end ?? whole.implied) : end;
        ends.set(whole.session, claimed ? (whole.recorded ?? whole.implied) : earlier);
      }
    }
    return ends;
  }

  #parts(whole: Whole, end: number | null): Row[] {
    const parts = splitAtMidnight({ start: whole.start, end }, this.#board.zoneOf(whole.resource));
    return parts.map(({ start, end: until }, i) => ({
      key: `${whole.session}\u001f${i + 1}`,
      references: this.#model.references.map(({ name }) => (name === 'resource' ? whole.resource.id : whole.taskId)),
      text: JSON.stringify({
        sourceApp: whole.sourceApp,
        sourceType: whole.sourceType,
        externalId: whole.externalId,
        resourceNo: whole.resource.resourceNo,
        jobNo: whole.jobNo,
        taskNo: whole.taskNo,
        startedAt: new Date(start).toISOString(),
        stoppedAt: until === null ? null : new Date(until).toISOString(),
        type: whole.type,
        note: whole.note,
        part: i + 1,
        session: whole.session,
        stopRecorded: whole.recorded !== null,
      }).slice(1, -1),
    }));
  }

  #settle(changed: ReadonlyMap<string, { id: number; version: number }>, made: ReadonlyMap<string, number>): void {
    for (const call of this.#board.ignored) {
      if (call.owner?.startsWith('new:'))
        this.#context.ignore(
          call,
          problem('REQ015', 'The call names no time session: send TimeSessionId or ExternalId.', 'TimeSessionId'),
        );
      else this.#context.settle(call, 'ignored');
    }
    for (const [call, { session, fresh }] of this.#board.calls) {
      const removed = this.#board.removed.get(session)?.rows[0];
      if (removed) {
        this.#context.settle(call, 'deleted', removed);
        continue;
      }
      const key = `${session}\u001f1`;
      const id = made.get(key);
      const stored = this.#board.wholes.get(session)?.rows[0];
      const touched = [...changed.keys(), ...made.keys()].some((each) => each.startsWith(`${session}\u001f`));
      if (fresh && id !== undefined) this.#context.settle(call, 'created', { id, version: 1 });
      else if (touched) this.#context.settle(call, 'updated', changed.get(key) ?? stored);
      else this.#context.settle(call, 'unchanged', stored);
    }
  }
}

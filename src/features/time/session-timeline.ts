import { createHash, randomUUID } from 'node:crypto';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { afterLeaving, changeOfTimes, type SessionClock, type SessionTimes } from '../../domain/time-session.ts';
import { resolveUnzoned } from '../../domain/values/parse.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { foldReference, referencesOf } from './source-references.ts';
import type { LockedResource, SessionRow, SourceReference } from './time-store.ts';

/** A session as a whole. */
export interface Whole extends SessionTimes {
  readonly session: string;
  /** Orders sessions that start at the same time, independent of the order of arrival. */
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
  readonly rows: readonly SessionRow[];
}

/** The entry that claims the session, or one of its days. */
export const claimOf = (whole: Whole): number | undefined =>
  whole.rows.find((row) => row.timeEntryId !== null)?.timeEntryId ?? undefined;

const claimed = (entry: number): ErrorDetail => errorDetail('APP015', `The session is claimed by time entry ${entry}.`);

/** The sessions of some resources, to which calls are applied one after the other. */
export class SessionTimeline {
  readonly wholes: Map<string, Whole>;
  readonly removed = new Map<string, Whole>();
  /** Which session each call ended up with. */
  readonly calls = new Map<Call, { session: string; fresh: boolean }>();
  readonly ignored: Call[] = [];
  readonly #resources: ReadonlyMap<number, LockedResource>;
  readonly #zone: string;
  readonly #clock: SessionClock;

  constructor(wholes: readonly Whole[], resources: readonly LockedResource[], zone: string, clock: SessionClock) {
    this.wholes = new Map(wholes.map((whole) => [whole.session, whole]));
    this.#resources = new Map(resources.map((resource) => [resource.id, resource]));
    this.#zone = zone;
    this.#clock = clock;
  }

  zoneOf(resource: LockedResource): string {
    return resource.timeZone ?? this.#zone;
  }

  #find(call: Call): Whole | undefined {
    const id = sentValue(call, 'timeSessionId');
    const [named] = referencesOf([call], 'externalId');
    return [...this.wholes.values()].find((whole) =>
      typeof id === 'number'
        ? whole.rows.some((row) => row.id === id)
        : named && whole.externalId !== null && sameReference(whole, named),
    );
  }

  sourceAppOf(call: Call): string | null {
    return this.#find(call)?.sourceApp ?? null;
  }

  resourceOf(call: Call): string | undefined {
    return this.#find(call)?.resource.resourceNo;
  }

  /** A call by TimeSessionId gives a session its ExternalId, unless another session of that source has it. */
  #takenReference(call: Call, { session, sourceApp, sourceType, externalId }: Whole): ErrorDetail | undefined {
    const reference = sentValue(call, 'externalId');
    if (typeof reference !== 'string' || externalId !== null) return undefined;
    const named = { sourceApp, sourceType, reference };
    const holder = [...this.wholes.values()].find(
      (whole) => whole.session !== session && whole.externalId !== null && sameReference(whole, named),
    );
    return holder
      ? errorDetail('APP035', `ExternalId: ${nameOf(holder)} already has ${reference}.`, 'ExternalId')
      : undefined;
  }

  put(call: Call, ids: readonly (number | null)[]): ErrorDetail | undefined {
    const known = this.#find(call);
    if (!known && typeof sentValue(call, 'timeSessionId') === 'number')
      return errorDetail('APP007', `There is no time session ${sentValue(call, 'timeSessionId')}.`, 'TimeSessionId');
    const taken = known && this.#takenReference(call, known);
    if (taken) return taken;
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
    const stop = typeof stopped === 'string' ? resolveUnzoned(stopped, zone) : null;
    // Beside the sessions of another resource, what its former neighbours implied means nothing.
    const before = known && known.resource.id !== resource.id ? { ...known, implied: null } : known;
    const times = changeOfTimes(before, { start, stop }, this.#clock);
    if ('code' in times) return times;
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
      ...times,
      rows: known?.rows ?? [],
    };
    const claim = known && claimOf(known);
    if (claim && isChange(known, next)) return claimed(claim);
    this.wholes.set(session, next);
    if (known && known.resource.id !== resource.id) this.#leave(known);
    this.calls.set(call, { session, fresh: !known });
    return undefined;
  }

  /** The neighbours that a session leaves behind when it moves to another resource. */
  #leave({ resource, start }: Whole): void {
    for (const [session, whole] of this.wholes)
      if (whole.resource.id === resource.id) this.wholes.set(session, afterLeaving(whole, start));
  }

  remove(call: Call): ErrorDetail | undefined {
    const known = this.#find(call);
    if (!known) {
      this.ignored.push(call);
      return undefined;
    }
    const claim = claimOf(known);
    if (claim) return claimed(claim);
    this.wholes.delete(known.session);
    this.removed.set(known.session, known);
    this.calls.set(call, { session: known.session, fresh: false });
    return undefined;
  }
}

/** One that the same batch makes has no id yet. */
const nameOf = ({ rows: [first] }: Whole): string => (first ? `time session ${first.id}` : 'another time session');

const missing = (call: Call): ErrorDetail => {
  const property =
    ['sourceApp', 'sourceType', 'resourceNo', 'jobNo', 'taskNo', 'startedAt'].find(
      (each) => (sentValue(call, each) ?? null) === null,
    ) ?? 'startedAt';
  const { param } = call.shape.procedure.model.column(property);
  return errorDetail('REQ015', `${param} is required to create a time session.`, param);
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
  const [named] = referencesOf([call], 'externalId');
  return named ? `a${foldReference(named)}` : `b${session}`;
};

/** What the caller's key makes it, so that the same session, made again, is the same. */
const sessionOf = (call: Call): string => {
  const [named] = referencesOf([call], 'externalId');
  return named ? createHash('sha256').update(foldReference(named)).digest('hex').slice(0, 32) : randomUUID();
};

const sameReference = (whole: Whole, named: SourceReference): boolean =>
  foldKey([whole.sourceApp, whole.sourceType, whole.externalId]) === foldReference(named);

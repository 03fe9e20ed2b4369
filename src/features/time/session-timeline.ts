import { createHash, randomUUID } from 'node:crypto';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import {
  afterLeaving,
  changeOfTimes,
  type SessionClock,
  type SessionTimes,
  splitAtMidnight,
} from '../../domain/time-session.ts';
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
const claimOf = (whole: Whole): number | undefined =>
  whole.rows.find((row) => row.timeEntryId !== null)?.timeEntryId ?? undefined;

/** Whether its parts do not follow each other any more, as the halves of a session would: one was corrected or deleted by itself. */
const isBroken = ({ rows }: Whole): boolean =>
  rows.some((row, i) => row.part !== i + 1 || (i > 0 && rows[i - 1]?.stoppedAt !== row.startedAt));

/** Whether the days of a session stand as they are, and calls by id are for one of them. */
export const isFixed = (whole: Whole): boolean => claimOf(whole) !== undefined || isBroken(whole);

const claimed = (entry: number): ErrorDetail => errorDetail('APP015', `The session is claimed by time entry ${entry}.`);

/** The sessions of some resources, to which calls are applied one after the other. */
export class SessionTimeline {
  readonly wholes: Map<string, Whole>;
  readonly removed = new Map<string, Whole>();
  /** Which session each call ended up with, and which part of it where it was for one only. */
  readonly calls = new Map<Call, { session: string; fresh: boolean; part?: SessionRow }>();
  /** Parts of fixed sessions that were corrected by themselves, as sessions of their own, by the id of the row. */
  readonly parts = new Map<number, { readonly row: SessionRow; readonly whole: Whole }>();
  readonly removedParts = new Map<number, SessionRow>();
  /** Fixed sessions that were sent again as a whole. */
  readonly rebuilt = new Set<string>();
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
    const session = this.#find(call);
    const part = session && partNamed(session, call);
    const known = part ? (this.parts.get(part.id)?.whole ?? wholeOf(session, part)) : session;
    if (!known && typeof sentValue(call, 'timeSessionId') === 'number')
      return errorDetail('APP007', `There is no time session ${sentValue(call, 'timeSessionId')}.`, 'TimeSessionId');
    const taken = known && !part && this.#takenReference(call, known);
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
    const name = known?.session ?? sessionOf(call);
    const next: Whole = {
      session: name,
      order: known?.order ?? orderOf(call, name),
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
    if (part && known) return this.#putPart(call, part, known, next, zone);
    if (known && isFixed(known) && (isBroken(known) || isChange(known, next))) {
      const claim = changedClaim(known, next, zone);
      if (claim !== undefined) return claimed(claim);
      this.rebuilt.add(name);
    }
    this.wholes.set(name, next);
    if (known && known.resource.id !== resource.id) this.#leave(known);
    this.calls.set(call, { session: name, fresh: !known });
    return undefined;
  }

  /** One day of a session whose other days are claimed, or were corrected before: only this day changes. */
  #putPart(call: Call, row: SessionRow, known: Whole, next: Whole, zone: string): ErrorDetail | undefined {
    if (isChange(known, next)) {
      if (row.timeEntryId !== null) return claimed(row.timeEntryId);
      const date = dateOfInstant(zone, row.startedAt);
      const split = splitAtMidnight({ start: next.start, end: next.recorded }, zone);
      if (next.resource.id !== known.resource.id || split.length > 1 || dateOfInstant(zone, next.start) !== date)
        return errorDetail(
          'APP010',
          `This part of a session that was split at midnight must stay with its resource and on ${date}.`,
          'StartedAt',
        );
      this.parts.set(row.id, { row, whole: next });
    }
    this.calls.set(call, { session: known.session, fresh: false, part: row });
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
    const part = partNamed(known, call);
    const claim = part ? part.timeEntryId : claimOf(known);
    if (typeof claim === 'number') return claimed(claim);
    if (part) {
      this.wholes.set(known.session, { ...known, rows: known.rows.filter(({ id }) => id !== part.id) });
      this.parts.delete(part.id);
      this.removedParts.set(part.id, part);
      this.calls.set(call, { session: known.session, fresh: false, part });
      return undefined;
    }
    this.wholes.delete(known.session);
    this.removed.set(known.session, known);
    this.calls.set(call, { session: known.session, fresh: false });
    return undefined;
  }
}

/** The part that a call names by its id, where it is for that part only. */
const partNamed = (whole: Whole, call: Call): SessionRow | undefined =>
  isFixed(whole) ? whole.rows.find(({ id }) => id === sentValue(call, 'timeSessionId')) : undefined;

/** A part as if it were a session of its own. */
const wholeOf = (whole: Whole, row: SessionRow): Whole => ({
  ...whole,
  taskId: row.taskId,
  jobNo: row.jobNo,
  taskNo: row.taskNo,
  type: row.type,
  note: row.note,
  start: row.startedAt,
  recorded: row.stoppedAt,
  implied: null,
  rows: [row],
});

/** The entry that claims a day which would change if the session became another one. */
function changedClaim(known: Whole, next: Whole, zone: string): number | undefined {
  const parts = splitAtMidnight({ start: next.start, end: next.recorded ?? next.implied }, zone);
  const isKept = (row: SessionRow): boolean => {
    const part = parts[row.part - 1];
    return (
      part?.start === row.startedAt &&
      part.end === row.stoppedAt &&
      next.resource.id === known.resource.id &&
      next.taskId === row.taskId &&
      next.type === row.type &&
      next.note === row.note
    );
  };
  return known.rows.find((row) => row.timeEntryId !== null && !isKept(row))?.timeEntryId ?? undefined;
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

import { foldKey } from '../../domain/natural-key.ts';
import { foreignTime } from '../../domain/own-time.ts';
import { resolveUnzoned } from '../../domain/values/parse.ts';
import { mayReach } from '../../platform/caller.ts';
import type { Writer } from '../../records/extensions.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { Interrupted } from '../../records/writing/interrupted.ts';
import { otherSource } from '../../records/writing/other-source.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { type Resolved, resolveReferences } from '../../records/writing/resolve-references.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { SessionTimeline, type Whole } from './session-timeline.ts';
import { SessionTimelineWriter } from './session-timeline-writer.ts';
import { foldReference, referencesOf, wantedReferencesOf } from './source-references.ts';
import type { HasTimeClock } from './time-clock.ts';
import {
  type LockedResource,
  lockResources,
  type SessionRow,
  sessionsFrom,
  sessionsNamed,
  sourcesOfSessions,
} from './time-store.ts';

/**
 * Time sessions. A session is what a caller sent; its parts, one a day, are what is stored. All sessions of a resource that a change can
 * touch are loaded, the calls are applied to them one after the other, then the domain computes where each ends and where midnight
 * splits it, and only the parts that differ are written.
 */
export const timeSessionWriter =
  (parts: HasTimeClock): Writer =>
  (context, group) =>
    writeTimeSessions(parts, context, group);

async function writeTimeSessions(parts: HasTimeClock, context: WriteContext, group: Group): Promise<void> {
  const upserting = group.shape.procedure.action === 'upsert';
  const own = { ...group, calls: await ofOwnSource(context, group.calls) };
  const open = upserting ? await resolveReferences(context, own) : own.calls.map((call) => ({ call, ids: [] }));
  const timeline = await loadTimeline(parts, context, open);
  for (const { call, ids } of open) {
    const refusal =
      foreignTo(context, timeline.sourceAppOf(call)) ??
      foreignTime(context.caller, [timeline.resourceOf(call), sentValue(call, 'resourceNo')]) ??
      (upserting ? timeline.put(call, ids) : timeline.remove(call));
    if (refusal) context.reject(call, refusal);
  }
  await new SessionTimelineWriter(context, timeline).write();
}

/** Without the calls that name a session by its id, and a source that is not the source of that session. */
async function ofOwnSource(context: WriteContext, calls: readonly Call[]): Promise<readonly Call[]> {
  const byId = calls.filter((call) => sentId(call) !== undefined && namesSource(call));
  if (byId.length === 0) return calls;
  const ids = byId.flatMap((call) => sentId(call) ?? []);
  const sources = new Map(
    (await sourcesOfSessions(context.tx, context.caller.tenantId, ids)).map((row) => [row.id, row]),
  );
  return calls.filter((call) => {
    const stored = sources.get(sentId(call) ?? -1);
    const mistaken =
      stored && mayReach(context.caller, stored.sourceApp) && otherSource(call, stored, `time session ${stored.id}`);
    if (mistaken) context.ignore(call, mistaken);
    return !mistaken;
  });
}

const namesSource = (call: Call): boolean =>
  ['sourceApp', 'sourceType'].some((property) => typeof sentValue(call, property) === 'string');

const sentId = (call: Call): number | undefined => {
  const id = sentValue(call, 'timeSessionId');
  return typeof id === 'number' ? id : undefined;
};

/** Locks the resources first, so that two writers of one resource's time come one after the other. */
async function loadTimeline(
  parts: HasTimeClock,
  context: WriteContext,
  open: readonly Resolved[],
): Promise<SessionTimeline> {
  const { tx, caller } = context;
  const { tenantId } = caller;
  const clock = { now: await parts.sharedNow(tx), aheadMs: parts.sessionAheadMinutes * 60_000 };
  const calls = open.map(({ call }) => call);
  const ids = calls.flatMap((call) => sentId(call) ?? []);
  const named = referencesOf(calls, 'externalId');
  const wanted = wantedReferencesOf(calls, 'timeSessionId', 'externalId');
  const look = () =>
    ids.length + named.length > 0 ? sessionsNamed(tx, tenantId, ids, named, wanted) : Promise.resolve([]);
  const touched = new Set((await look()).map((row) => row.resourceId));
  for (const { call, ids: referred } of open) {
    const at = call.shape.references.findIndex((each) => each.name === 'resource');
    const id = at < 0 ? null : referred[at];
    if (typeof id === 'number') touched.add(id);
  }
  const resources = await lockResources(tx, tenantId, [...touched]);
  const mine = await look();
  if (mine.some(({ resourceId }) => !touched.has(resourceId)))
    throw new Interrupted('a time session moved while it was being locked');
  const from = new Map<number, number>();
  const note = (resourceId: number, moment: number): void => {
    from.set(resourceId, Math.min(moment, from.get(resourceId) ?? moment));
  };
  for (const row of mine) note(row.resourceId, row.startedAt);
  for (const { call, ids: referred } of open) {
    const at = call.shape.references.findIndex((each) => each.name === 'resource');
    const resource = resources.find(({ id }) => id === referred[at]);
    const started = sentValue(call, 'startedAt');
    if (!resource) continue;
    if (typeof started === 'string') note(resource.id, resolveUnzoned(started, resource.timeZone ?? caller.timeZone));
    // Moved without a new start: the neighbours on the new resource matter from the stored start on.
    else for (const row of partsNamed(call, mine)) note(resource.id, row.startedAt);
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
  return new SessionTimeline(wholesOf([...rows.values()], resources), resources, caller.timeZone, clock);
}

/** The parts of the session that a call names. */
function partsNamed(call: Call, rows: readonly SessionRow[]): SessionRow[] {
  const id = sentValue(call, 'timeSessionId');
  const [named] = referencesOf([call], 'externalId').map(foldReference);
  const isNamed = (row: SessionRow): boolean =>
    typeof id === 'number'
      ? row.id === id
      : named !== undefined && foldKey([row.sourceApp, row.sourceType, row.externalId]) === named;
  const sessions = new Set(rows.filter(isNamed).map(({ session }) => session));
  return rows.filter(({ session }) => sessions.has(session));
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

import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { visibleAmong } from '../../records/reading/visible-rows.ts';
import type { Warning } from '../../records/writing/call.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { lockResource } from './lock-resource.ts';
import { sessionsShown } from './show-time.ts';
import type { HasTimeClock } from './time-clock.ts';
import { partIdsOf, sessionsNamed, sessionsToStop } from './time-store.ts';
import type { StartBody, StopBody } from './writes-contract.ts';

/**
 * A field worker's clock. Both buttons end in a call of `mboc_upsertTimeSession`; what they add is "now". A repeat must not move the clock:
 * whether the session is known, or still runs, is looked up before "now" is filled in.
 */
const PROCEDURE = 'mboc_upsertTimeSession';

type Clock<Body> = (
  deps: WriteDeps & HasTimeClock,
  caller: Caller,
  body: Body,
  options: WriteOptions,
  guard?: WriteGuard,
) => Promise<WriteAnswer>;

/** POST /timeSession/start */
export const startClock: Clock<StartBody> = (deps, caller, body, options, guard) =>
  writeWork(
    deps,
    caller,
    options,
    async (tx) => {
      await lockResource(tx, caller, body.resourceNo);
      const startedAt =
        body.startedAt ?? ((await isKnown(tx, caller, body)) ? undefined : await sharedMoment(deps, tx));
      return workOf(deps, caller, { ...body, startedAt });
    },
    guard,
  );

async function isKnown(tx: Transaction, caller: Caller, body: StartBody): Promise<boolean> {
  const { sourceApp, sourceType, externalId: reference } = body;
  if (reference === undefined) return false;
  return (await sessionsNamed(tx, caller.tenantId, [], [{ sourceApp, sourceType, reference }])).length > 0;
}

/** POST /timeSession/stop: the session that runs, or the one that is named. */
export const stopClock: Clock<StopBody> = (deps, caller, body, options, guard) =>
  writeWork(deps, caller, options, (tx) => findStop(deps, caller, body, tx), guard);

async function findStop(
  deps: HasClock & HasSealer & HasTimeClock,
  caller: Caller,
  body: StopBody,
  tx: Transaction,
): Promise<Work> {
  const resource = await lockResource(tx, caller, body.resourceNo);
  const externalId = body.externalId ?? null;
  const stored = await sessionsToStop(tx, caller.tenantId, resource.id, externalId);
  const ids = stored.map(({ id }) => id);
  const seen = await visibleAmong(tx, caller, 'TimeSession', ids);
  const found = stored.filter(
    (session) =>
      seen.has(session.id) &&
      (['sourceApp', 'sourceType'] as const).every((property) => {
        const asked = body[property];
        return asked === undefined || foldKeyPart(asked) === foldKeyPart(session[property]);
      }),
  );
  const last = found.at(-1);
  if (externalId !== null && !last)
    throw refuse('APP007', `${resource.resourceNo} has no time session ${externalId}.`, 'externalId');
  if (new Set(found.map(({ session }) => session)).size > 1)
    throw refuse('APP002', `${externalId} matches several sessions; send sourceApp and sourceType too.`, 'externalId');
  if (!last) return nothingToStop(resource.resourceNo);
  // Without a moment of its own a stop is meant for the session that runs: one that has ended stays as it is.
  const asked = body.stoppedAt;
  if (asked !== undefined) return workOf(deps, caller, { timeSessionId: last.id, stoppedAt: asked });
  if (last.stoppedAt !== null) return workOf(deps, caller, { timeSessionId: last.id });
  const now = await deps.sharedNow(tx);
  if (now >= last.startedAt)
    return workOf(deps, caller, { timeSessionId: last.id, stoppedAt: new Date(now).toISOString() });
  // The device that started it has a clock ahead of ours: what is stopped before it begins has no length.
  const start = formatInstant(resource.timeZone ?? caller.timeZone, last.startedAt);
  const message = `The session starts at ${start}, which is in the future: it was stopped at its start.`;
  const stoppedAt = new Date(last.startedAt).toISOString();
  return workOf(deps, caller, { timeSessionId: last.id, stoppedAt }, [{ index: 0, message }]);
}

const sharedMoment = async (deps: HasTimeClock, tx: Transaction): Promise<string> =>
  new Date(await deps.sharedNow(tx)).toISOString();

/** The second push of a button is no mistake. */
const nothingToStop = (resourceNo: string): Work => ({
  parsed: {
    calls: [],
    results: [{ index: 0, procedure: PROCEDURE, outcome: 'ignored' }],
    warnings: [{ index: 0, message: `${resourceNo} has no running session.` }],
  },
  size: 1,
  finish: async () => ({ sessions: [] }),
});

async function workOf(
  deps: HasClock & HasSealer,
  caller: Caller,
  record: Readonly<Record<string, unknown>>,
  warnings: readonly Warning[] = [],
): Promise<Work> {
  const sent = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
  const parsed = await parseFor(deps, caller, [fromObject(PROCEDURE, sent)], 'property');
  return {
    parsed: { ...parsed, warnings: [...warnings, ...parsed.warnings] },
    size: 1,
    async finish({ tx, results }) {
      const parts = await partIdsOf(tx, caller.tenantId, results[0]?.id ?? 0);
      const ids = parts.map(({ id }) => id);
      return { sessions: await sessionsShown(tx, caller, ids) };
    },
  };
}

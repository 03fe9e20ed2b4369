import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import {
  parseFor,
  type Work,
  type WriteAnswer,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { type Fields, readFields, textOf, type Wanted } from './fields.ts';
import { lockResource } from './lock-resource.ts';
import { sessionsShown } from './show-time.ts';
import type { HasTimeClock } from './time-clock.ts';
import { partIdsOf, sessionsNamed, sessionsToStop } from './time-store.ts';

/**
 * A field worker's clock. Both buttons end in a call of `mboc_upsertTimeSession`; what they add is "now". A repeat must not move the clock:
 * whether the session is known, or still runs, is looked up before "now" is filled in.
 */
const PROCEDURE = 'mboc_upsertTimeSession';

type Clock = (
  deps: WriteDeps & HasTimeClock,
  caller: Caller,
  body: unknown,
  options: WriteOptions,
  guard?: WriteGuard,
) => Promise<WriteAnswer>;

export const startFields: Wanted = {
  model: modelNamed('TimeSession'),
  required: ['sourceApp', 'sourceType', 'resourceNo', 'jobNo', 'taskNo'],
  optional: ['externalId', 'type', 'note', 'startedAt'],
};
export const stopFields: Wanted = {
  model: modelNamed('TimeSession'),
  required: ['resourceNo'],
  optional: ['sourceApp', 'sourceType', 'externalId', 'stoppedAt'],
};

/** POST /timeSession/start */
export const startClock: Clock = (deps, caller, body, options, guard) => {
  const fields = readFields(startFields, body, caller.timeZone);
  return writeWork(
    deps,
    caller,
    options,
    async (tx) => {
      await lockResource(tx, caller, String(fields.values['resourceNo']));
      const now = (await isKnown(tx, caller, fields)) ? {} : { startedAt: await sharedMoment(deps, tx) };
      return workOf(deps, caller, fields, { ...now, ...fields.values });
    },
    guard,
  );
};

async function isKnown(tx: Transaction, caller: Caller, fields: Fields): Promise<boolean> {
  const [sourceApp = '', sourceType = '', reference] = ['sourceApp', 'sourceType', 'externalId'].map((name) =>
    textOf(fields, name),
  );
  if (reference === undefined) return false;
  return (await sessionsNamed(tx, caller.tenantId, [], [{ sourceApp, sourceType, reference }])).length > 0;
}

/** POST /timeSession/stop: the session that runs, or the one that is named. */
export const stopClock: Clock = (deps, caller, body, options, guard) => {
  const fields = readFields(stopFields, body, caller.timeZone);
  return writeWork(deps, caller, options, (tx) => findStop(deps, caller, fields, tx), guard);
};

async function findStop(
  deps: HasClock & HasSealer & HasTimeClock,
  caller: Caller,
  fields: Fields,
  tx: Transaction,
): Promise<Work> {
  const resource = await lockResource(tx, caller, String(fields.values['resourceNo']));
  const externalId = textOf(fields, 'externalId') ?? null;
  const found = (await sessionsToStop(tx, caller.tenantId, resource.id, externalId)).filter((session) =>
    (['sourceApp', 'sourceType'] as const).every((property) => {
      const asked = textOf(fields, property);
      return asked === undefined || foldKeyPart(asked) === foldKeyPart(session[property]);
    }),
  );
  const last = found.at(-1);
  if (externalId !== null && !last)
    throw refuse('APP007', `${resource.resourceNo} has no time session ${externalId}.`, 'externalId');
  if (new Set(found.map(({ session }) => session)).size > 1)
    throw refuse('APP002', `${externalId} matches several sessions; send sourceApp and sourceType too.`, 'externalId');
  if (!last) return nothingToStop(fields, resource.resourceNo);
  // Without a moment of its own a stop is meant for the session that runs: one that has ended stays as it is.
  const asked = fields.values['stoppedAt'];
  if (asked !== undefined) return workOf(deps, caller, fields, { timeSessionId: last.id, stoppedAt: asked });
  if (last.stoppedAt !== null) return workOf(deps, caller, fields, { timeSessionId: last.id });
  const now = await deps.sharedNow(tx);
  if (now >= last.startedAt)
    return workOf(deps, caller, fields, { timeSessionId: last.id, stoppedAt: new Date(now).toISOString() });
  // The device that started it has a clock ahead of ours: what is stopped before it begins has no length.
  const start = formatInstant(resource.timeZone ?? caller.timeZone, last.startedAt);
  const message = `The session starts at ${start}, which is in the future: it was stopped at its start.`;
  return workOf(
    deps,
    caller,
    { ...fields, warnings: [...fields.warnings, { index: 0, message }] },
    { timeSessionId: last.id, stoppedAt: new Date(last.startedAt).toISOString() },
  );
}

const sharedMoment = async (deps: HasTimeClock, tx: Transaction): Promise<string> =>
  new Date(await deps.sharedNow(tx)).toISOString();

/** The second push of a button is no mistake. */
const nothingToStop = ({ warnings }: Fields, resourceNo: string): Work => ({
  parsed: {
    calls: [],
    results: [{ index: 0, procedure: PROCEDURE, outcome: 'ignored' }],
    warnings: [...warnings, { index: 0, message: `${resourceNo} has no running session.` }],
  },
  size: 1,
  finish: async () => ({ sessions: [] }),
});

async function workOf(
  deps: HasClock & HasSealer,
  caller: Caller,
  { warnings }: Fields,
  record: Readonly<Record<string, unknown>>,
): Promise<Work> {
  const parsed = await parseFor(deps, caller, [fromObject(PROCEDURE, record)], 'property');
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

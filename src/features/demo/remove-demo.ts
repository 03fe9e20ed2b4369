import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import { parseFor, type Work, type WriteGuard, writeWork } from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import type { HasAttachments } from '../attachments/content.ts';
import { removeAttachmentsOfApp } from '../attachments/forget-attachments.ts';
import { withoutCompany } from './company.ts';
import { DEMO_SETTING } from './demo-data.ts';
import { lockDemo, recordsOfApp } from './demo-store.ts';
import { heldDemo } from './fill-demo.ts';
import { DEMO_APP } from './kit.ts';
import { ownCalendars } from './people.ts';

/**
 * Takes the demo away again: all orders, people and hours of its source system, even if they were changed since. Names and colours have no source
 * system: they go when nobody else has records that may use them, and stay otherwise. A record of somebody else that stands on one of the
 * demo is a conflict, and nothing is removed.
 */
export const removeDemo = (
  deps: WriteDeps & HasAttachments,
  caller: Caller,
  guard?: WriteGuard,
): Promise<WriteAnswer> =>
  writeWork(
    deps,
    caller,
    { handling: 'default', dryRun: false, speak: 'property' },
    async (tx) => findDemo(deps, caller, tx),
    guard,
  );

async function findDemo(deps: HasClock & HasSealer & HasAttachments, caller: Caller, tx: Transaction): Promise<Work> {
  await lockDemo(tx, caller.tenantId);
  const isHeld = await heldDemo(tx, caller.tenantId);
  if (isHeld) await removeAttachmentsOfApp(deps, tx, caller.tenantId, DEMO_APP);
  const sent = isHeld ? await callsOf(caller, tx) : [];
  return { parsed: await parseFor(deps, caller, sent, 'property'), size: sent.length };
}

async function callsOf(caller: Caller, tx: Transaction) {
  const { entries, sessions, jobs, resources, hasOthers } = await recordsOfApp(tx, caller.tenantId, DEMO_APP);
  return [
    ...entries.map((timeEntryId) => fromObject('mboc_deleteTimeEntry', { timeEntryId })),
    ...sessions.map((timeSessionId) => fromObject('mboc_deleteTimeSession', { timeSessionId })),
    ...jobs.map((job) => fromObject('mboc_deleteJob', { sourceApp: DEMO_APP, ...job, checkAppointments: false })),
    ...resources.map((resourceNo) => fromObject('mboc_deleteResource', { resourceNo })),
    ...(hasOthers ? [] : withoutCompany(ownCalendars())),
    fromObject('mboc_deleteConfiguration', { name: DEMO_SETTING }),
  ];
}

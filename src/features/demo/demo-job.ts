import { Refusal } from '../../domain/errors.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import { HopelessError, type JobKind } from '../../platform/jobs/job-kind.ts';
import { enqueue, type StoredJob, unfinishedJob } from '../../platform/jobs/queue.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { refuseLimited } from '../../records/whole-tenant.ts';
import { type Guard, guardedly } from '../../records/writing/guarded-write.ts';
import { guardOf } from '../../records/writing/job-guard.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { systemCaller } from '../access/create-tenant.ts';
import { tenantById } from '../access/tenant-store.ts';
import type { HasAttachments } from '../attachments/content.ts';
import type { DemoOptions } from './demo-data.ts';
import { optionsOf, roomForDemo, writeDemo } from './fill-demo.ts';
import { removeDemo } from './remove-demo.ts';

const KIND = 'demo';
const ATTEMPTS = 4;

interface Payload {
  readonly actor: string;
  /** Undefined to remove what is there. */
  readonly fill?: DemoOptions;
}

export interface QueuedDemo {
  readonly job: number;
  readonly href: string;
}

/** POST /demo and DELETE /demo: queued and answered at once. While one of the two waits or runs, it is the answer. */
export async function queueDemo(
  deps: HasDatabase & HasClock,
  caller: Caller,
  what: 'fill' | 'remove',
  guard?: Guard<QueuedDemo>,
): Promise<QueuedDemo> {
  refuseLimited(caller, 'Demo data');
  const { tenantId, actor, requestId, traceParent } = caller;
  const payload: Payload = {
    actor,
    ...(what === 'fill' ? { fill: optionsOf(deps, caller.timeZone, { seed: 1 }) } : {}),
  };
  const about = what === 'fill' ? 'Load demo data' : 'Remove demo data';
  return guardedly(deps, caller, guard, async (tx) => {
    if (what === 'fill') await roomForDemo(tx, tenantId);
    const waiting = await unfinishedJob(tx, tenantId, KIND, about);
    const made =
      waiting === undefined
        ? await enqueue(tx, [{ tenantId, kind: KIND, about, payload, maxAttempts: ATTEMPTS, requestId, traceParent }])
        : [waiting];
    const [job = 0] = made;
    return { job, href: `/jobs/${job}` };
  });
}

/** In one transaction with the end of the job. A conflict now would also occur at the next attempt. */
export const demoJob: JobKind<WriteDeps & HasAttachments> = {
  kind: KIND,
  async run(deps, job) {
    const { actor, fill } = job.payload as Payload;
    const caller: Caller = { ...(await tenantCaller(deps, job)), actor };
    const guard = guardOf(job, async (_tx, { counts }) => ({ counts }));
    try {
      await (fill ? writeDemo(deps, caller, fill, guard) : removeDemo(deps, caller, guard));
    } catch (error) {
      throw error instanceof Refusal ? new HopelessError(error.message) : error;
    }
  },
};

async function tenantCaller(deps: HasDatabase, { tenantId, requestId, traceParent }: StoredJob): Promise<Caller> {
  const tenant = await tenantById(deps.db, tenantId);
  if (!tenant) throw new HopelessError('The tenant was deleted.');
  return { ...systemCaller(tenant, requestId), traceParent };
}

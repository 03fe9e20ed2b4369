import type { MissingRow } from '../../domain/missing-time.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { allows } from '../../domain/permissions.ts';
import { permissionsOfRoles } from '../../domain/roles.ts';
import { nextReminder, reminderWindow } from '../../domain/time-reminder.ts';
import type { Caller } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { inJob, type JobKind } from '../../platform/jobs/job-kind.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import { enqueue } from '../../platform/jobs/queue.ts';
import { enqueueMails } from '../../platform/mail/mail.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { missingTime } from './missing-time.ts';
import { reminderMail } from './reminder-mail.ts';
import { linkedUsers, type RemindingTenant, remindingTenants, takeUsersToRemind } from './reminder-store.ts';

const KIND = 'timeReminder';
const ATTEMPTS = 5;

/** Every night: a job for the hour of each tenant whose day has come. */
export const scheduleReminders: NightlyJob<HasDatabase & HasClock> = {
  name: 'schedule reminders of missing hours',
  async run(deps, stopping) {
    let reminders = 0;
    for (const tenant of await remindingTenants(deps.db)) {
      if (stopping.aborted) break;
      const due = nextReminder(tenant, deps.now().getTime());
      if (!due) continue;
      await deps.db.write(tenant.id, async (tx) => {
        await enqueue(tx, [
          {
            tenantId: tenant.id,
            requestId: 'nightly',
            kind: KIND,
            about: `Reminders of missing hours before ${due.date}`,
            payload: { date: due.date },
            maxAttempts: ATTEMPTS,
            runAt: new Date(due.at),
          },
        ]);
        return { commit: true, value: undefined };
      });
      reminders++;
    }
    return { reminders };
  },
};

/** The mails of one tenant and day. A job that runs again, or twice, sends no second mail: the day of the last one is stored with the user. */
export const remindOfHours: JobKind<HasDatabase & HasPublicAddress> = {
  kind: KIND,
  async run(deps, job) {
    const { date } = job.payload as { readonly date: string };
    const [tenant] = await remindingTenants(deps.db, job.tenantId);
    // Turned off since it was scheduled.
    const missing = tenant ? await missingOf(deps, tenant, date) : new Map<string, MissingRow[]>();
    const people = tenant ? await linkedUsers(deps.db, tenant.id) : [];
    const lacking = people.filter(
      ({ resourceNo, roles, rolePermissions }) =>
        missing.has(foldKeyPart(resourceNo)) && allows(permissionsOfRoles(roles, rolePermissions), 'time.own'),
    );
    const resources = new Map(lacking.map(({ id, resourceNo }) => [id, foldKeyPart(resourceNo)]));
    await inJob(deps, job, async (tx) => {
      const reminded = await takeUsersToRemind(tx, job.tenantId, [...resources.keys()], date);
      const mails = reminded.map((person) => {
        const days = missing.get(resources.get(person.id) ?? '') ?? [];
        const link = deps.publicAddress.url(`/app/timesheets?date=${days[0]?.date ?? date}`);
        return reminderMail(person, tenant?.name ?? '', days, link);
      });
      await enqueueMails(tx, job, mails);
      return { mails: mails.length };
    });
  },
};

/** Days with missing hours in the week before a day, by the folded number of the resource. */
async function missingOf(
  deps: HasDatabase,
  tenant: RemindingTenant,
  date: string,
): Promise<ReadonlyMap<string, MissingRow[]>> {
  const found = new Map<string, MissingRow[]>();
  for await (const rows of await missingTime(deps, readerOf(tenant), {
    ...reminderWindow(date),
    resourceNo: undefined,
  }))
    for (const row of rows) {
      if (row.missingInSeconds === 0) continue;
      const key = foldKeyPart(row.resourceNo);
      found.set(key, [...(found.get(key) ?? []), row]);
    }
  return found;
}

/** The service itself, which reads the time of everybody. */
const readerOf = ({ id, name, timeZone }: RemindingTenant): Caller => ({
  tenantId: id,
  tenantName: name,
  timeZone,
  modules: ['timeRegistration'],
  actor: 'system',
  accountId: null,
  keyId: null,
  resourceNo: null,
  permissions: ['time.approve'],
  scopes: [],
  sourceApps: null,
  visibility: null,
  expiresAt: null,
  requestId: 'reminder',
  origin: 'system',
});

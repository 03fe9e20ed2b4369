import { formatInstant } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasLog } from '../../platform/log.ts';
import { enqueueMails, type MailMessage } from '../../platform/mail/mail.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type ExpiringKey, type TenantToRemind, takeKeysToRemind, tenantsToRemind } from './nightly-store.ts';

/** Days before a key expires: once when there is time, and once when there is not. */
const THRESHOLDS = [14, 3];

/** Mails the administrators of a tenant of the keys that will expire, once for each key and threshold. Without an administrator it only logs. */
export const remindOfKeys: NightlyJob<HasDatabase & HasLog & HasClock> = {
  name: 'remind of keys that expire',
  async run(deps, stopping) {
    let mails = 0;
    for (const tenant of await tenantsToRemind(deps.db, deps.now(), THRESHOLDS)) {
      if (stopping.aborted) break;
      mails += await remind(deps, tenant);
    }
    return { mails };
  },
};

async function remind(deps: HasDatabase & HasLog & HasClock, tenant: TenantToRemind): Promise<number> {
  const { tenantId, tenantName, administrators } = tenant;
  if (administrators.length === 0) {
    deps.log.warn({ tenant: tenantName }, 'API keys expire soon, and the tenant has no administrator');
    return 0;
  }
  return deps.db.write(tenantId, async (tx) => {
    const keys = await takeKeysToRemind(tx, tenantId, deps.now(), THRESHOLDS);
    const mails = keys.length === 0 ? [] : administrators.map((to) => mail(to, tenant, keys));
    await enqueueMails(tx, { tenantId, requestId: 'nightly' }, mails);
    return { commit: true, value: mails.length };
  });
}

function mail(to: string, { tenantName, timeZone }: TenantToRemind, keys: readonly ExpiringKey[]): MailMessage {
  const lines = [...keys]
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .map(({ name, prefix, expiresAt }) => `- ${name} (${prefix}…) until ${formatInstant(timeZone, expiresAt)}`);
  return {
    to,
    subject: `Openslot: API keys of ${tenantName} expire soon`,
    text: `These API keys of the tenant ${tenantName} expire soon. Create new ones (POST /apiKey) and replace the old ones in your systems:

${lines.join('\n')}
`,
  };
}

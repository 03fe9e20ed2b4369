import { formatInstant } from '../../domain/time/zone.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { NightlyJob } from '../../platform/jobs/nightly-job.ts';
import type { HasLog } from '../../platform/log.ts';
import { enqueueMails, type MailMessage } from '../../platform/mail/mail.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { type ExpiringKey, type TenantToRemind, takeKeysToRemind, tenantsToRemind } from './nightly-store.ts';

/** Days before a key expires. */
const THRESHOLDS = [14, 7, 1];

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

/** Where the key is still in use, so that the reader knows which system to change. */
const useOf = ({ replacedBy, lastUsedAt, lastUsedAddress }: ExpiringKey, zone: string): string => {
  const used =
    lastUsedAt === null
      ? 'never used'
      : `last used ${formatInstant(zone, lastUsedAt)}${lastUsedAddress === null ? '' : ` from ${lastUsedAddress}`}`;
  return replacedBy === null ? used : `replaced by key ${replacedBy}, ${used}`;
};

function mail(to: string, { tenantName, timeZone }: TenantToRemind, keys: readonly ExpiringKey[]): MailMessage {
  const lines = [...keys]
    .sort((a, b) => a.expiresAt - b.expiresAt)
    .map(
      (key) =>
        `- ${key.name} (${key.prefix}…) until ${formatInstant(timeZone, key.expiresAt)}, ${useOf(key, timeZone)}`,
    );
  return {
    to,
    subject: `Openslot: API keys of ${tenantName} expire soon`,
    text: `These API keys of the tenant ${tenantName} expire soon. Replace them under Administration, API keys, or with POST /apiKey/{id}/rotate, and enter the new keys in your systems:

${lines.join('\n')}
`,
  };
}

import { permissions } from '../../domain/permissions.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import { parseCalls } from '../../records/writing/parse-calls.ts';
import { planGroups } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeNotifications } from '../live/notification-writer.ts';
import { suspendedConnectors } from './receiver-store.ts';
import { suspensionCode } from './suspension-code.ts';

/** A connector that is deleted, or switched off and on, is suspended no longer: its notification goes with the write that did so. */
export async function withoutOldNotices(context: WriteContext, write: () => Promise<void>): Promise<void> {
  const { tx, caller } = context;
  const before = await suspendedConnectors(tx, caller.tenantId);
  await write();
  if (before.length === 0) return;
  const after = new Set(await suspendedConnectors(tx, caller.tenantId));
  const ended = before.filter((connectorId) => !after.has(connectorId));
  await removeNotices(
    context,
    ended.map((connectorId) => suspensionCode({ connectorId, webhookId: null })),
  );
}

/** Removes notifications of the tenant by their codes; what a planner has removed already is not missed. */
export async function removeNotices(context: WriteContext, codes: readonly string[]): Promise<void> {
  const { deps, caller } = context;
  const { calls } = await parseCalls(
    codes.map((code) => fromObject('mboc_deleteNotification', { code })),
    {
      zone: caller.timeZone,
      now: deps.now().toISOString(),
      // They are the service's own, whatever the caller may do with those of others.
      sourceApps: null,
      permissions,
      modules: caller.modules,
      speak: 'property',
      backOffice: { byDefault: false, mayClaim: false },
      seal: deps.sealer.seal,
    },
  );
  for (const group of planGroups(calls)) await writeNotifications(context.nested(), group);
}

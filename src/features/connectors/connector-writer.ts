import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { crudAction } from '../../domain/outbound.ts';
import { beyondQuota } from '../../domain/quotas.ts';
import { wrongAddress } from '../../platform/outbound/guard.ts';
import { countForQuota } from '../../platform/postgres/quota-store.ts';
import type { HasQuotas } from '../../platform/require-quota.ts';
import type { Writer } from '../../records/extensions.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { AUTHENTICATION, byToken } from './credentials.ts';
import type { HasOutbound } from './outbound.ts';
import { alignReceivers, connectorQuota, knownConnectors, withoutTokenUri } from './receiver-store.ts';
import { withoutOldNotices } from './suspension-notices.ts';

const SOAP = 0;

type Parts = HasOutbound & HasQuotas;

/** Refuses a connector that nothing could ever be sent to. */
export const connectorWriter =
  (parts: Parts): Writer =>
  (context, group) =>
    writeConnectors(parts, context, group);

async function writeConnectors(parts: Parts, context: WriteContext, group: Group): Promise<void> {
  const { tx, caller } = context;
  const write = (written: Group): Promise<void> =>
    withoutOldNotices(context, async () => {
      await writeGroup(context, written);
      await alignReceivers(tx, caller.tenantId);
    });
  if (group.shape.procedure.action !== 'upsert') return write(group);
  const right = group.calls.filter((call) => {
    const refusal = refusalOf(parts, call);
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  const calls = await withinQuota(parts, context, right);
  await write({ ...group, calls });
  const signing = calls.filter((call) => byToken(sentValue(call, 'authenticationType') as number));
  if (signing.length === 0) return;
  const keys = signing.map(({ key }) => key);
  const lacking = new Set(await withoutTokenUri(tx, caller.tenantId, keys));
  for (const { index, key, shape } of signing)
    if (lacking.has(key))
      context.warnings.push({
        index,
        procedure: shape.procedure.name,
        parameter: 'TokenUri',
        message: 'Nothing can be sent to the connector until it has a TokenUri, from which tokens are requested.',
      });
}

/** Calls for connectors that exist, and for as many new ones as the quota allows. */
async function withinQuota({ quotas }: HasQuotas, context: WriteContext, calls: readonly Call[]): Promise<Call[]> {
  const { deps, tx, caller } = context;
  const keys = [...new Set(calls.map(({ key }) => key))];
  const known = new Set(await knownConnectors(tx, caller.tenantId, keys));
  if (keys.every((key) => known.has(key))) return [...calls];
  let { tenant, credential } = await countForQuota(tx, 'connector', connectorQuota, { ...caller, now: deps.now() });
  return calls.filter((call) => {
    if (known.has(call.key)) return true;
    tenant++;
    credential++;
    const refusal = beyondQuota('connector', quotas, { tenant, credential });
    if (refusal) context.reject(call, refusal);
    else known.add(call.key);
    return !refusal;
  });
}

function refusalOf({ outbound }: HasOutbound, call: Call): ErrorDetail | undefined {
  if (sentValue(call, 'apiType') === SOAP)
    return errorDetail('REQ026', 'ApiType: SOAP is not supported; send 1 for REST, or leave it out.', 'ApiType');
  const type = sentValue(call, 'authenticationType');
  if (type === AUTHENTICATION.ntlm || type === AUTHENTICATION.windows)
    return errorDetail(
      'REQ026',
      `AuthType: ${type === AUTHENTICATION.ntlm ? 'NTLM' : 'Windows'} authentication is not supported; use 0 None, 1 Basic, or 4, 5 and 6 for OAuth2.`,
      'AuthType',
    );
  for (const [property, parameter] of [
    ['uri', 'WebServiceAddress'],
    ['tokenUri', 'TokenUri'],
  ] as const) {
    const address = sentValue(call, property);
    const wrong = typeof address === 'string' ? wrongAddress(address, outbound.options) : undefined;
    if (wrong) return errorDetail('REQ025', `${parameter}: ${wrong}.`, parameter);
  }
  const strange = ((sentValue(call, 'crudTypes') as readonly string[] | null | undefined) ?? []).find(
    (text) => crudAction(text) === undefined,
  );
  return strange === undefined
    ? undefined
    : errorDetail('REQ014', `CrudTypes: ${strange} is not one of I, U, D.`, 'CrudTypes');
}

import { AUTHENTICATION, unsupportedReason } from '../../domain/connector-support.ts';
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
import { byToken } from './credentials.ts';
import type { HasOutbound } from './outbound.ts';
import {
  alignReceivers,
  type ConnectorState,
  connectorQuota,
  connectorStates,
  withoutTokenUri,
} from './receiver-store.ts';
import { withoutOldNotices } from './suspension-notices.ts';

type Parts = HasOutbound & HasQuotas;

/** Refuses wrong addresses. A connector that nothing can be sent to is stored with a warning; only turning it on is refused. */
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
  const keys = [...new Set(group.calls.map(({ key }) => key))];
  const stored = new Map((await connectorStates(tx, caller.tenantId, keys)).map((state) => [state.key, state]));
  const right = group.calls.filter((call) => {
    const refusal = refusalOf(parts, call) ?? supportOf(context, call, stored.get(call.key));
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  const calls = await withinQuota(parts, context, right, new Set(stored.keys()));
  await write({ ...group, calls });
  await warnOfMissingTokenUri(context, calls);
}

async function warnOfMissingTokenUri(context: WriteContext, calls: readonly Call[]): Promise<void> {
  const { tx, caller } = context;
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
async function withinQuota(
  { quotas }: HasQuotas,
  context: WriteContext,
  calls: readonly Call[],
  known: Set<string>,
): Promise<Call[]> {
  const { deps, tx, caller } = context;
  if (calls.every(({ key }) => known.has(key))) return [...calls];
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

const SOAP = 0;
const NO_SYSTEM = 0;
const REMEDY = 'Use REST with no authentication, Basic, or OAuth2 client credentials.';

/** Refuses to turn on a connector that nothing can be sent to, and warns of one that is stored all the same. */
function supportOf(context: WriteContext, call: Call, stored: ConnectorState | undefined): ErrorDetail | undefined {
  const sent = <T>(property: string, otherwise: T): T =>
    (sentValue(call, property) as T | null | undefined) ?? otherwise;
  const settings = {
    uri: sent('uri', stored?.uri ?? ''),
    type: sent('type', stored?.type ?? NO_SYSTEM),
    apiType: sent('apiType', stored?.apiType ?? 1),
    authenticationType: sent('authenticationType', stored?.authenticationType ?? AUTHENTICATION.none),
  };
  const reason = unsupportedReason(settings);
  const parameter = reason === null || reason === 'SOAP is not supported' ? 'ApiType' : 'AuthType';
  const isTurnedOn = stored?.isOn === false && sentValue(call, 'sendAppointmentToWebService') === true;
  if (reason && (isTurnedOn || context.strict))
    return errorDetail('REQ026', `${parameter}: ${reason}; the connector cannot be enabled. ${REMEDY}`, parameter);
  const warn = (message: string): void => {
    context.warnings.push({ index: call.index, procedure: call.shape.procedure.name, parameter, message });
  };
  if (reason) warn(`The connector is stored, but nothing is sent to it: ${reason}. ${REMEDY}`);
  else if (sentValue(call, 'apiType') === SOAP && settings.type === NO_SYSTEM)
    warn('ApiType 0 (SOAP) has no effect: a connector without a type gets JSON by HTTP POST.');
  return undefined;
}

function refusalOf({ outbound }: HasOutbound, call: Call): ErrorDetail | undefined {
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

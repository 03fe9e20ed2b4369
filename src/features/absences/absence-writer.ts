import {
  type AbsenceState,
  type AbsenceStatus,
  APPROVED,
  CANCELLED,
  type Decider,
  overlapping,
  REJECTED,
  REQUESTED,
  refusalOfAbsence,
  refusalOfOverlap,
  refusedCancel,
} from '../../domain/absence.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import { foreignTime } from '../../domain/own-time.ts';
import { allows } from '../../domain/permissions.ts';
import { dateOfInstant } from '../../domain/time/zone.ts';
import { timeRole } from '../../platform/caller.ts';
import type { HasPublicAddress } from '../../platform/http/public-address.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import type { Writer } from '../../records/extensions.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import { findVisible } from '../../records/writing/find-visible.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { byShape, withColumns } from '../../records/writing/reshape.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { type MovedAbsence, sendAbsenceMails } from './absence-mails.ts';
import { type AbsenceRow, absencesByIds, activeAbsencesOf, lockResourcesOfAbsences } from './absence-store.ts';

/** Absences: what is stored is read with a fixed number of statements, the domain decides call by call, and what is accepted is written as sets. */
export const absenceWriter =
  (parts: HasPublicAddress): Writer =>
  (context, group) =>
    group.shape.procedure.action === 'delete' ? removeAbsences(context, group) : upsertAbsences(parts, context, group);

interface Facts {
  readonly stored: ReadonlyMap<string, AbsenceRow>;
  /** Ids of the resources that calls name, by folded number. */
  readonly resources: ReadonlyMap<string, number>;
  /** Active absences by the id of their resource; grows with the calls. */
  readonly active: Map<number, AbsenceRow[]>;
}

async function lockFacts(context: WriteContext, calls: readonly Call[]): Promise<Facts> {
  const { tx, caller } = context;
  const keys = calls.map(({ key }) => key);
  const named = [...new Set(calls.flatMap((call) => resourceKey(call) ?? []))];
  const resources = await findVisible(context, modelNamed('Resource'), named, 'none');
  const before = await findVisible(context, modelNamed('Absence'), keys, 'none');
  const idsBefore = [...before.values()].map(({ id }) => id);
  const owners = (await absencesByIds(tx, caller.tenantId, idsBefore)).map(({ resourceId }) => resourceId);
  const ids = [...new Set([...owners, ...[...resources.values()].map(({ id }) => id)])];
  await lockResourcesOfAbsences(tx, caller.tenantId, ids);
  const found = await findVisible(context, modelNamed('Absence'), keys, 'change');
  const rows = await absencesByIds(
    tx,
    caller.tenantId,
    [...found.values()].map(({ id }) => id),
  );
  const active = new Map<number, AbsenceRow[]>(ids.map((id) => [id, []]));
  for (const row of await activeAbsencesOf(tx, caller.tenantId, ids)) active.get(row.resourceId)?.push(row);
  return {
    stored: new Map(rows.map((row) => [row.key, row])),
    resources: new Map([...resources].map(([key, { id }]) => [key, id])),
    active,
  };
}

const resourceKey = ({ shape, referred }: Call): string | undefined =>
  referred[shape.references.findIndex(({ name }) => name === 'resource')] ?? undefined;

async function upsertAbsences(parts: HasPublicAddress, context: WriteContext, group: Group): Promise<void> {
  const facts = await lockFacts(context, group.calls);
  const accepted: Call[] = [];
  const moved = new Map<Call, MovedAbsence>();
  for (const call of group.calls) {
    const decided = decide(context, call, facts);
    if ('code' in decided) {
      context.reject(call, decided);
      continue;
    }
    accepted.push(decided.call);
    if (decided.moved) moved.set(decided.call, decided.moved);
  }
  const locked = new Map([...facts.stored.values()].map((row) => [row.key, row]));
  for (const part of byShape(accepted)) await writeGroup(context, part, { locked });
  const done = [...moved].filter(([{ index }]) =>
    ['created', 'updated'].includes(context.results[index]?.outcome ?? ''),
  );
  await sendAbsenceMails(
    parts,
    context,
    done.map(([, each]) => each),
  );
}

interface Decided {
  readonly call: Call;
  /** The reason for a mail; undefined where the status stays. */
  readonly moved?: MovedAbsence;
}

function decide(context: WriteContext, call: Call, facts: Facts): Decided | ErrorDetail {
  const stored = facts.stored.get(call.key);
  const { caller } = context;
  const resourceNo = (sentValue(call, 'resourceNo') ?? stored?.resourceNo) as string | undefined;
  const foreign = foreignTime(caller, [stored?.resourceNo, resourceNo]);
  if (foreign) return foreign;
  if (stored && resourceNo !== undefined && foldKeyPart(resourceNo) !== foldKeyPart(stored.resourceNo))
    return errorDetail(
      'APP057',
      'ResourceNo: an absence cannot move to another resource. Request a new one.',
      'ResourceNo',
    );
  const next = stateAfter(call, stored);
  const resourceId = stored?.resourceId ?? facts.resources.get(resourceKey(call) ?? '');
  // What is missing or unknown is refused when the group is written.
  if (!next || resourceId === undefined || resourceNo === undefined) return { call };
  const decider = deciderOf(context, resourceNo);
  const refusal =
    refusalOfAbsence(stored, next, decider) ?? (stored ? refusedCancel(stored, next, decider) : undefined);
  if (refusal) return refusal;
  const own = facts.active.get(resourceId) ?? [];
  const others = own.filter(({ key }) => key !== call.key);
  const other = overlapping(others, next);
  if (other) return refusalOfOverlap(other, resourceNo);
  const externalId = String(stored?.externalId ?? sentValue(call, 'externalId'));
  const row = { ...next, id: stored?.id ?? 0, key: call.key, version: 0, externalId, resourceId, resourceNo };
  facts.active.set(resourceId, [...others, row]);
  const isMoved = stored?.status !== next.status;
  const written = withColumns(call, { ...stamps(context, stored?.status, next), comment: next.comment }, call.key);
  return isMoved ? { call: written, moved: { ...row, before: stored?.status } } : { call: written };
}

function deciderOf({ caller, deps }: WriteContext, resourceNo: string): Decider {
  const own = caller.resourceNo;
  return {
    role: timeRole(caller),
    isOwn: own !== null && foldKeyPart(own) === foldKeyPart(resourceNo),
    isAdministrator: allows(caller.permissions, 'users.manage'),
    today: dateOfInstant(caller.timeZone, deps.now().getTime()),
  };
}

/** The absence as the call leaves it; undefined where a new one lacks its days. */
function stateAfter(call: Call, stored: AbsenceRow | undefined): AbsenceState | undefined {
  const of = <T>(property: keyof AbsenceState, usual: T): T => {
    const sent = sentValue(call, property);
    return (sent === undefined ? (stored?.[property] ?? usual) : (sent ?? usual)) as T;
  };
  const startDate = of<string | null>('startDate', null);
  const endDate = of<string | null>('endDate', null);
  if (startDate === null || endDate === null) return undefined;
  const status = of<AbsenceStatus>('status', REQUESTED);
  const sentComment = sentValue(call, 'comment') as string | null | undefined;
  const isNewRequest = status === REQUESTED && stored?.status !== REQUESTED;
  return {
    startDate,
    endDate,
    startPart: of('startPart', 0),
    endPart: of('endPart', 0),
    kind: of('kind', 0),
    note: of<string | null>('note', null),
    status,
    // A new request begins without the comment of the last decision.
    comment: sentComment === undefined ? (isNewRequest ? null : (stored?.comment ?? null)) : sentComment,
  };
}

const DECISIONS: readonly AbsenceStatus[] = [APPROVED, REJECTED, CANCELLED];

/** Who requested it and who decided, and when. */
function stamps(
  { caller, deps }: WriteContext,
  before: AbsenceStatus | undefined,
  { status }: AbsenceState,
): Record<string, string | null> {
  if (before === status) return {};
  const [by, at] = [caller.actor, deps.now().toISOString()];
  const requested = before === undefined || status === REQUESTED ? { requestedBy: by, requestedAt: at } : {};
  if (DECISIONS.includes(status)) return { ...requested, decidedBy: by, decidedAt: at };
  return status === REQUESTED ? { ...requested, decidedBy: null, decidedAt: null } : requested;
}

/** The back office and administrators delete any; others what is not approved, of their own or of those that they decide on. */
async function removeAbsences(context: WriteContext, group: Group): Promise<void> {
  const { stored } = await lockFacts(context, group.calls);
  const calls = group.calls.filter((call) => {
    const refusal = refusedDelete(context, stored.get(call.key));
    if (refusal) context.reject(call, refusal);
    return !refusal;
  });
  await writeGroup(context, { ...group, calls });
}

function refusedDelete({ caller }: WriteContext, absence: AbsenceRow | undefined): ErrorDetail | undefined {
  if (!absence) return undefined;
  const foreign = foreignTime(caller, [absence.resourceNo]);
  const mayAll = timeRole(caller) === 'backOffice' || allows(caller.permissions, 'users.manage');
  if (foreign || mayAll || ![APPROVED, CANCELLED].includes(absence.status)) return foreign;
  return errorDetail(
    'USR004',
    'Only an API key or an administrator deletes absences that were approved. Cancel the absence.',
  );
}

import { lockedFor } from '../../domain/appointment.ts';
import { movedWith } from '../../domain/container.ts';
import { model as modelNamed, procedureFor } from '../../records/derive/model.ts';
import { type Call, type CallShape, onBehalfOf, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { isPlanner } from './appointment-lock.ts';
import { type ContainerMember, containersByKeys, membersOf, type StoredContainer } from './container-store.ts';

/** A container is planned as one: when its handle moves, its members keep their distance to it, unless the handle is loose. */
export async function writeContainers(context: WriteContext, group: Group): Promise<void> {
  if (group.shape.procedure.action !== 'upsert') return writeGroup(context, group);
  const moves = await movesOf(context, group.calls);
  const members = await membersOf(
    context.tx,
    context.caller.tenantId,
    [...moves.values()].map(({ container }) => container.id),
  );
  const calls = group.calls.filter((call) => !holdsBack(context, call, moves.get(call), members));
  await writeGroup(context, { ...group, calls });
  await moveMembers(
    context,
    calls.flatMap((call) => moves.get(call) ?? []),
    members,
  );
}

interface Move {
  readonly call: Call;
  readonly container: StoredContainer;
  readonly from: number;
  readonly to: number;
}

async function movesOf(context: WriteContext, calls: readonly Call[]): Promise<Map<Call, Move>> {
  const sent = calls.filter((call) => typeof sentValue(call, 'handleDate') === 'string');
  const moves = new Map<Call, Move>();
  if (sent.length === 0) return moves;
  const keys = sent.map(({ key }) => key);
  const stored = await containersByKeys(context.tx, context.caller.tenantId, keys);
  const byKey = new Map(stored.map((container) => [container.key, container]));
  for (const call of sent) {
    const container = byKey.get(call.key);
    const from = container?.handleDate ?? null;
    const to = Date.parse(String(sentValue(call, 'handleDate')));
    const locked = sentValue(call, 'handleLocked') ?? container?.handleLocked;
    if (container && from !== null && from !== to && locked === true) moves.set(call, { call, container, from, to });
  }
  return moves;
}

/** One member that may not move keeps the whole container where it is. */
function holdsBack(
  context: WriteContext,
  call: Call,
  move: Move | undefined,
  members: readonly ContainerMember[],
): boolean {
  const refusal = members
    .filter(({ containerId }) => containerId === move?.container.id)
    .map((member) => foreignTo(context, member.sourceApp ?? '') ?? lockedFor(isPlanner(context, call), member))
    .find((each) => each !== undefined);
  if (refusal) context.reject(call, refusal);
  return refusal !== undefined;
}

async function moveMembers(
  context: WriteContext,
  moves: readonly Move[],
  members: readonly ContainerMember[],
): Promise<void> {
  const appointments = modelNamed('Appointment');
  const procedure = procedureFor(appointments, 'upsert');
  const byContainer = new Map(moves.map((move) => [move.container.id, move]));
  const moved = new Map<string, Call>();
  const columns = ['appointmentNo', 'start', 'end'].map(appointments.column);
  if (!procedure) return;
  const shape: CallShape = { procedure, model: appointments, columns, references: [], id: 'move with container' };
  for (const member of members) {
    const move = byContainer.get(member.containerId);
    // A member of two containers that both move goes with the first.
    if (!move || moved.has(member.key)) continue;
    const { start, end } = movedWith(move, member, context.caller.timeZone);
    moved.set(member.key, {
      ...onBehalfOf(move.call),
      shape,
      values: [member.appointmentNo, new Date(start).toISOString(), new Date(end).toISOString()],
      key: member.key,
      shownKey: member.appointmentNo,
      referred: [],
    });
  }
  if (moved.size === 0) return;
  // They are known already, except to somebody who may not see all of them.
  const known = context.viewer ? {} : { locked: new Map(members.map((member) => [member.key, member])) };
  await writeGroup(context.nested(), { shape, calls: [...moved.values()] }, known);
}

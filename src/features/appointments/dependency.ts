import { circular, LONGEST_LAG_SECONDS } from '../../domain/dependency.ts';
import { errorDetail } from '../../domain/errors.ts';
import { taskKey } from '../../records/entities/kit.ts';
import { spelledNames } from '../../records/writing/appointment-names.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import { withColumns } from '../../records/writing/reshape.ts';
import { foreignTo } from '../../records/writing/source-app-limit.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';
import { dependenciesBehind, lockDependencies, storedLags } from './dependency-store.ts';
import { appointmentsByName } from './name-appointments.ts';

/** Nothing may wait for itself, not even by a long way round. */
export async function writeTaskDependencies(context: WriteContext, group: Group): Promise<void> {
  await writeGroup(context, await checked(context, group, 'TaskDependency'));
}

/** Appointments are pointed at by any of their names, and kept by their numbers. */
export async function writeAppointmentDependencies(context: WriteContext, group: Group): Promise<void> {
  const found = await appointmentsByName(
    context,
    group.calls.flatMap((call) => call.pointsAt ?? []),
  );
  const calls = group.calls.flatMap((call): Call[] => {
    const ends = ENDS.map((property) => {
      const text = String(sentValue(call, property));
      const appointment = spelledNames(text)
        .map((name) => found.get(name))
        .find((each) => each !== undefined);
      return { property, text, appointment };
    });
    const foreign = ends
      .map(({ appointment }) => appointment && foreignTo(context, appointment.sourceApp ?? ''))
      .find(Boolean);
    const missing = ends.find(({ appointment }) => !appointment);
    if (foreign) context.reject(call, foreign);
    else if (!missing) {
      const numbers = ends.map(({ property, appointment }) => [property, appointment?.appointmentNo]);
      const values: Record<string, unknown> = Object.fromEntries(numbers);
      const spelled = ENDS.map((property) => values[property]);
      return [withColumns(call, values, recordKey(spelled), { shownKey: spelled.join('/') })];
    } else if (call.shape.procedure.action === 'delete') context.notThere(call);
    else
      context.reject(
        call,
        errorDetail('APP004', `${missing.property}: there is no Appointment ${missing.text}.`, missing.property),
      );
    return [];
  });
  const [first] = calls;
  if (!first) return;
  const spelled: Group = { shape: first.shape, calls: calls.map((call) => ({ ...call, shape: first.shape })) };
  await writeGroup(context, await checked(context, spelled, 'AppointmentDependency'));
}

const ENDS = ['predecessor', 'successor'];

type DependencyKind = 'TaskDependency' | 'AppointmentDependency';

async function checked(context: WriteContext, group: Group, entity: DependencyKind): Promise<Group> {
  if (group.shape.procedure.action !== 'upsert') return group;
  await lockDependencies(context.tx, context.caller.tenantId);
  return withoutCircles(context, await withPossibleLags(context, group, entity), entity);
}

/** The maximum lag is no less than the minimum, whichever of the two a call leaves as it was. */
async function withPossibleLags(context: WriteContext, group: Group, entity: DependencyKind): Promise<Group> {
  const [least, most] = ['lagInSeconds', 'maxLagInSeconds'].map((name) =>
    group.shape.columns.some(({ property }) => property === name),
  );
  if (!least && !most) return group;
  const { tx, caller } = context;
  const keys = group.calls.map(({ key }) => key);
  const stored = least && most ? [] : await storedLags(tx, caller.tenantId, entity, keys);
  const known = new Map(stored.map((each) => [each.key, each]));
  const calls = group.calls.filter((call) => {
    const lag = (least ? sentValue(call, 'lagInSeconds') : known.get(call.key)?.lagInSeconds) ?? 0;
    const limit = most ? sentValue(call, 'maxLagInSeconds') : known.get(call.key)?.maxLagInSeconds;
    const tooLong = [
      ['LagInSeconds', lag],
      ['MaxLagInSeconds', limit],
    ].find(([, seconds]) => Math.abs(Number(seconds ?? 0)) > LONGEST_LAG_SECONDS);
    if (tooLong) {
      const [parameter, seconds] = tooLong.map(String) as [string, string];
      const message = `${parameter}: ${seconds} seconds are more than ${LONGEST_LAG_SECONDS}, the longest lag.`;
      context.reject(call, errorDetail('REQ014', message, parameter));
      return false;
    }
    if (limit == null || Number(limit) >= Number(lag)) return true;
    const message = `MaxLagInSeconds: ${limit} is less than LagInSeconds, which is ${lag}. Send at least ${lag}, or an empty value for no limit.`;
    context.reject(call, errorDetail('APP010', message, 'MaxLagInSeconds'));
    return false;
  });
  return { ...group, calls };
}

async function withoutCircles(context: WriteContext, group: Group, entity: DependencyKind): Promise<Group> {
  const { tx, caller } = context;
  const wanted = group.calls.map((call) => ({ call, ...edgeOf(call, entity) }));
  const known = await dependenciesBehind(
    tx,
    caller.tenantId,
    entity,
    wanted.map(({ successor }) => successor),
  );
  const refused = circular(known, wanted);
  for (const { call } of refused)
    context.reject(call, errorDetail('APP009', `${call.shownKey} would depend on itself.`, 'Predecessor'));
  return { ...group, calls: wanted.filter((edge) => !refused.has(edge)).map(({ call }) => call) };
}

function edgeOf(call: Call, entity: DependencyKind) {
  const key = (properties: readonly string[]): string =>
    recordKey(properties.map((property) => sentValue(call, property)));
  return entity === 'TaskDependency'
    ? {
        predecessor: key(['sourceApp', 'sourceType', 'predecessorJobNo', 'predecessorTaskNo']),
        successor: key(taskKey),
      }
    : { predecessor: key(['predecessor']), successor: key(['successor']) };
}

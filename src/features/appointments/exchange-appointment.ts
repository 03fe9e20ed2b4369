import { errorDetail } from '../../domain/errors.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { writeGroup } from '../../records/writing/write-group.ts';

/** Every part of the key of a mailbox item may be empty, but not all of them: such a call names no item. */
export async function writeExchangeAppointments(context: WriteContext, group: Group): Promise<void> {
  const { model } = group.shape.procedure;
  const isNamed = (call: Call): boolean =>
    model.keyColumns.some(({ property }) => (sentValue(call, property) ?? null) !== null);
  for (const call of group.calls)
    if (!isNamed(call))
      context.ignore(
        call,
        errorDetail(
          'REQ015',
          'The call identifies no item: send ExchangeId, ICalUId, AppointmentGuid or AppointmentId.',
        ),
      );
  const calls = group.calls.filter(isNamed);
  if (calls.length > 0) await writeGroup(context, { ...group, calls });
}

import { checkField, type FieldDefinition, readOnlyFor } from '../../domain/appointment-field.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { type Call, sentValue } from '../../records/writing/call.ts';
import type { Group } from '../../records/writing/plan-groups.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { isPlanner } from './appointment-lock.ts';
import { writeNamedParts } from './appointment-part.ts';
import { fieldsOfTemplates } from './appointment-store.ts';
import { nameAppointments } from './name-appointments.ts';

/** Values are held against the fields that the template of the task defines. */
export async function writeFieldValues(context: WriteContext, group: Group): Promise<void> {
  const named = await nameAppointments(context, group.calls);
  const templates = new Set([...named.values()].map(({ template }) => foldKey([template])));
  const fields = new Map<string, FieldDefinition>(
    (await fieldsOfTemplates(context.tx, context.caller.tenantId, [...templates])).map((field) => [
      foldKey([field.template, field.code]),
      field,
    ]),
  );
  const fieldOf = (call: Call): FieldDefinition | undefined => {
    const code = String(sentValue(call, 'fieldCode'));
    return fields.get(foldKey([named.get(call)?.template, code])) ?? fields.get(foldKey([null, code]));
  };
  // A delete that names no field deletes the values of all.
  const fieldsOf = (call: Call): (FieldDefinition | undefined)[] =>
    sentValue(call, 'fieldCode') === undefined ? [...fields.values()] : [fieldOf(call)];
  if (group.shape.procedure.action !== 'upsert')
    return writeNamedParts(context, group, named, (call) =>
      fieldsOf(call)
        .map((field) => readOnlyFor(isPlanner(context, call), field))
        .find((refusal) => refusal !== undefined),
    );
  const suits = (call: Call): boolean => {
    const refusal = checkField(fieldOf(call), String(sentValue(call, 'fieldValue')));
    if (refusal) context.reject(call, refusal);
    return !refusal;
  };
  await writeNamedParts(context, { ...group, calls: group.calls.filter(suits) }, named, (call) =>
    readOnlyFor(isPlanner(context, call), fieldOf(call)),
  );
}

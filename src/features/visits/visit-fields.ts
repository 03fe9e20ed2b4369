import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Transaction } from '../../platform/postgres/database.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { WriteAnswer } from '../../records/writing/write-answer.ts';
import {
  parseFor,
  type Work,
  type WriteGuard,
  type WriteOptions,
  writeWork,
} from '../../records/writing/write-calls.ts';
import type { WriteDeps } from '../../records/writing/write-deps.ts';
import { fieldsOfTemplates } from '../appointments/appointment-store.ts';
import type { FieldsBody } from './contract.ts';
import { lockOwnResource, onBehalfOfWorker, ownVisit } from './own-visit.ts';

/** POST /visit/fields: the checklist of a visit. The writer of field values checks their types. */
export const fillFields = (
  deps: WriteDeps,
  caller: Caller,
  body: FieldsBody,
  options: WriteOptions,
  guard?: WriteGuard,
): Promise<WriteAnswer> =>
  writeWork(deps, onBehalfOfWorker(caller), options, (tx) => findFields(deps, caller, body, tx), guard);

async function findFields(deps: WriteDeps, caller: Caller, body: FieldsBody, tx: Transaction): Promise<Work> {
  const resource = await lockOwnResource(tx, caller);
  const { appointment } = await ownVisit(tx, caller, resource, body.appointmentId);
  const { appointmentGuid, template } = appointment;
  const defined = await fieldsOfTemplates(tx, caller.tenantId, template === null ? [] : [foldKey([template])]);
  const sent = body.fields.map(({ code, value }) => {
    const named = defined.filter((field) => foldKey([field.code]) === foldKey([code]));
    // One of the template wins over one of all templates.
    const field = named.find((each) => each.template !== null) ?? named[0];
    if (!field) throw refuse('REQ014', `code: the visit has no field ${code.slice(0, 50)}.`, 'fields');
    if (field.readOnly) throw refuse('APP011', `The field ${field.code} can be set by the back office only.`, 'fields');
    return value === undefined
      ? fromObject('mboc_deleteAppointmentFieldValues', { appointmentGuid, fieldCode: field.code })
      : fromObject('mboc_updateAppointmentFieldValues', { appointmentGuid, fieldCode: field.code, fieldValue: value });
  });
  return { parsed: await parseFor(deps, onBehalfOfWorker(caller), sent, 'property'), size: sent.length };
}

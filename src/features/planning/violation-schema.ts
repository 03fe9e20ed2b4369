import { ruleKeys } from '../../domain/violations/index.ts';
import { exactly, moment, nullableText, text } from '../../platform/http/shapes.ts';

/** A broken rule as GET /violations and the impact of a dry run show it. */
const appointment = {
  type: ['object', 'null'],
  properties: {
    id: { type: 'integer' },
    appointmentNo: text,
    appointmentGuid: { type: 'string', format: 'uuid' },
    start: moment,
    end: moment,
    subject: { type: ['string', 'null'] },
  },
  required: ['id', 'appointmentNo', 'appointmentGuid', 'start', 'end', 'subject'],
  additionalProperties: false,
};
const task = {
  type: ['object', 'null'],
  properties: {
    sourceApp: text,
    sourceType: text,
    jobNo: text,
    taskNo: text,
    shortDescription: text,
    subject: nullableText,
    customerName: nullableText,
  },
  required: ['sourceApp', 'sourceType', 'jobNo', 'taskNo', 'shortDescription', 'subject', 'customerName'],
  additionalProperties: false,
};
/** Who accepted a conflict, why, and until when. */
export const waiverSchema = exactly({ reason: text, until: moment, by: text, at: moment });

export const violationSchema = {
  $id: 'Violation',
  type: 'object',
  properties: {
    id: {
      ...text,
      description: 'The same as long as the conflict is between the same records. For fixes and waivers.',
    },
    rule: { enum: ruleKeys },
    severity: { enum: ['error', 'warning'] },
    message: { type: 'string', description: 'What is wrong, as text.' },
    start: moment,
    end: moment,
    appointment,
    other: { ...appointment, description: 'The other of two conflicting appointments.' },
    task,
    resourceNo: nullableText,
    resourceName: nullableText,
    waiver: { oneOf: [{ type: 'null' }, waiverSchema], description: 'Set if a planner accepted the violation.' },
    detail: { type: 'object', description: 'What is wrong, as data; its properties depend on the rule.' },
  },
  required: [
    'id',
    'rule',
    'severity',
    'message',
    'start',
    'end',
    'appointment',
    'other',
    'task',
    'resourceNo',
    'resourceName',
    'waiver',
    'detail',
  ],
  additionalProperties: false,
};

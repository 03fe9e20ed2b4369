import { ruleKeys } from '../../domain/violations/index.ts';
import { moment, text } from '../../platform/http/shapes.ts';

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
  properties: { sourceApp: text, sourceType: text, jobNo: text, taskNo: text, shortDescription: text },
  required: ['sourceApp', 'sourceType', 'jobNo', 'taskNo', 'shortDescription'],
  additionalProperties: false,
};
export const violationSchema = {
  $id: 'Violation',
  type: 'object',
  properties: {
    rule: { enum: ruleKeys },
    severity: { enum: ['error', 'warning'] },
    message: { type: 'string', description: 'What is wrong, as text.' },
    start: moment,
    end: moment,
    appointment,
    other: { ...appointment, description: 'The other of two conflicting appointments.' },
    task,
    resourceNo: { type: ['string', 'null'] },
    detail: { type: 'object', description: 'What is wrong, as data; its properties depend on the rule.' },
  },
  required: ['rule', 'severity', 'message', 'start', 'end', 'appointment', 'other', 'task', 'resourceNo', 'detail'],
  additionalProperties: false,
};

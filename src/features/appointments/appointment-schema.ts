import { nullableText } from '../../platform/http/shapes.ts';
import { shownSchema } from '../../records/derive/json-schema.ts';
import { model as modelNamed } from '../../records/derive/model.ts';
import type { NamedSchema } from '../../records/routes/record-schemas.ts';

const listOf = (properties: Readonly<Record<string, unknown>>) => ({
  type: 'array',
  items: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
});

/** An appointment with what it belongs to. */
export function appointmentWhole(): NamedSchema {
  const { properties, ...rest } = shownSchema(modelNamed('Appointment')) as {
    properties: Record<string, unknown>;
    required: string[];
  };
  const named = { type: ['object', 'null'], properties: { name: { type: 'string' } }, required: ['name'] };
  // Not a choice of two schemas: the page that shows the API description takes one inside of a list for a mistake.
  const job = { ...shownSchema(modelNamed('Job')), type: ['object', 'null'] };
  return {
    $id: 'AppointmentWhole',
    ...rest,
    properties: {
      ...properties,
      category: named,
      timeMarker: named,
      task: {
        type: ['object', 'null'],
        properties: { taskNo: { type: 'string' }, job },
        required: ['taskNo', 'job'],
        description: 'All properties of a Task, and its job; null for an appointment without a task.',
      },
      resources: { type: 'array', items: { $ref: 'Resource#' } },
      uris: listOf({ uri: { type: 'string' }, description: nullableText }),
      fieldValues: listOf({
        fieldCode: { type: 'string' },
        fieldValue: { type: 'string' },
        caption: nullableText,
        type: { type: ['integer', 'null'] },
      }),
      containers: listOf({ name: { type: 'string' }, handleDate: nullableText, handleLocked: { type: 'boolean' } }),
      notifications: listOf({
        id: { type: 'integer' },
        type: { type: 'integer' },
        code: nullableText,
        text: nullableText,
        date: { type: 'string', format: 'date-time' },
      }),
      backOffice: {
        type: ['string', 'null'],
        enum: ['sent', 'received', 'processed', 'refused', null],
        description: 'Delivery status of the newest change to the back office; null if no connector receives it.',
      },
      backOfficeMessage: nullableText,
      backOfficeAt: { type: ['string', 'null'], format: 'date-time' },
    },
    required: [
      ...rest.required,
      'task',
      'resources',
      'uris',
      'fieldValues',
      'containers',
      'notifications',
      'backOffice',
      'backOfficeMessage',
      'backOfficeAt',
    ],
  };
}

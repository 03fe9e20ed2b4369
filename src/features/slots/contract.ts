import { LONGEST_TEXT } from '../../domain/text-limits.ts';
import { type Kind, refined } from '../../platform/contract/kind.ts';
import { object, openObject, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { number, text } from '../../platform/contract/values.ts';
import { slotBody } from './slot-request.ts';
import { recommendationSchema, scorerSchema } from './slot-schemas.ts';

const tags = ['Recommendation'];
const module = 'recommendation';
const access = ['plan.write', 'records.import'] as const;
const token = required(text(LONGEST_TEXT));

const MOST_MINUTES = 1440;
const minutes: Kind<number> = {
  ...refined(number(), (value, position) => {
    if (value <= 0 || value > MOST_MINUTES)
      throw position.refuse('REQ014', `must be more than 0 and at most ${MOST_MINUTES}.`);
    return value;
  }),
  schema: { type: 'number', maximum: MOST_MINUTES },
};

export const findSlots = contract({
  method: 'POST',
  path: '/recommendation',
  config: { drafts: 'read' },
  access: 'records.read',
  module,
  tags,
  summary: 'Find slots',
  description: 'Resources and times that fit, the best first, and the reasons why other resources have none.',
  body: slotBody,
  response: { 200: recommendationSchema },
});

export const scorers = contract({
  method: 'GET',
  path: '/recommendation/scorers',
  access: 'records.read',
  module,
  tags,
  summary: 'List the criteria that slots are ranked by',
  response: { 200: { type: 'array', items: scorerSchema } },
});

export const hold = contract({
  method: 'POST',
  path: '/recommendation/hold',
  access,
  module,
  tags,
  summary: 'Hold a slot',
  body: object({ token, minutes: withDefault(minutes, 15, 15) }),
  response: { 200: { $ref: 'SlotHold#' } },
});

export const release = contract({
  method: 'DELETE',
  path: '/recommendation/hold',
  access,
  module,
  tags,
  summary: 'Release a held slot',
  body: object({ token }),
  response: {
    200: { type: 'object', properties: { released: { type: 'boolean' } }, required: ['released'] },
  },
});

export const book = contract({
  method: 'POST',
  path: '/recommendation/book',
  access,
  module,
  tags,
  summary: 'Book a slot',
  description: 'Creates the appointment, or returns 409 with other slots.',
  body: openObject(
    { token },
    {
      properties: Object.fromEntries(
        ['token', 'sourceApp', 'sourceType', 'jobNo', 'taskNo', 'subject', 'body'].map((name) => [
          name,
          { type: 'string' },
        ]),
      ),
      description: 'The task, and any further property of an appointment.',
    },
  ),
  response: { 201: { $ref: 'AppointmentWhole#' } },
});

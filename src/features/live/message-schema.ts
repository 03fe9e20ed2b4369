import { LONGEST_TEXT, severities } from './send-messages.ts';

export const messageSchema = {
  $id: 'Message',
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: LONGEST_TEXT },
    user: { type: 'string', description: 'E-mail address of a user; default: all users.' },
    severity: {
      type: 'integer',
      enum: Object.keys(severities).map(Number),
      default: 2,
      description: Object.entries(severities)
        .map(([number, name]) => `${number} ${name}`)
        .join(', '),
    },
  },
  required: ['text'],
};

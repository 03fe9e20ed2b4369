import { attachmentKinds, ownerKinds } from '../../domain/attachments/attachment.ts';
import { exactly, moment, nullableText, text, whole } from '../../platform/http/shapes.ts';

const state = { enum: ['uploading', 'complete'] };
const received = { ...whole, description: 'Bytes that are stored: the offset to continue from.' };

export const uploadSchema = exactly({
  attachmentGuid: { ...text, format: 'uuid' },
  size: whole,
  received,
  chunkSize: { ...whole, description: 'The most that one request may send.' },
  state,
});

export const receivedSchema = exactly({ received, state });

export const attachmentSchema = exactly({
  ...uploadSchema.properties,
  kind: { enum: attachmentKinds },
  fileName: text,
  contentType: { ...text, description: 'As declared; of a complete attachment, as found.' },
  sha256: { ...nullableText, description: 'In hexadecimal digits; null until it is complete, if it was not sent.' },
  note: nullableText,
  signedBy: nullableText,
  owner: exactly({
    kind: { enum: ownerKinds },
    name: {
      ...text,
      description: 'Number of the appointment or resource; SourceApp/SourceType/JobNo/TaskNo of a task.',
    },
    exists: { type: 'boolean', description: 'False when the record was deleted: its attachments stay.' },
  }),
  path: { ...text, description: 'Where the content is read.' },
  createdAt: moment,
  createdBy: text,
  completedAt: { type: ['string', 'null'], format: 'date-time' },
});

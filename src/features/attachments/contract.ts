import {
  attachmentKinds,
  attachmentReaders,
  attachmentWriters,
  CHUNK_BYTES,
  LARGEST_ATTACHMENT,
} from '../../domain/attachments/attachment.ts';
import { allowedTypes, declaredType } from '../../domain/attachments/file-type.ts';
import { described, type Infer, type Position, refined, shown } from '../../platform/contract/kind.ts';
import { object, query, required, withDefault } from '../../platform/contract/object.ts';
import { contract } from '../../platform/contract/route.ts';
import { choice, integer, text } from '../../platform/contract/values.ts';
import { exactly, list, text as textShape } from '../../platform/http/shapes.ts';
import { attachmentSchema, receivedSchema, uploadSchema } from './attachment-schemas.ts';

const tags = ['Attachment'];
const params = { attachmentGuid: { type: 'string', format: 'uuid' } } as const;

const owner = {
  appointmentNo: text(50),
  sourceApp: text(50),
  sourceType: text(50),
  jobNo: text(50),
  taskNo: text(50),
  resourceNo: text(50),
};
type SentOwner = { readonly [Name in keyof typeof owner]: string | undefined };

/** What an attachment belongs to, as a caller names it. */
export type OwnerName =
  | { readonly kind: 'Appointment'; readonly key: readonly [string] }
  | { readonly kind: 'Task'; readonly key: readonly [string, string, string, string] }
  | { readonly kind: 'Resource'; readonly key: readonly [string] };

function ownerIn(sent: SentOwner, position: Position): OwnerName {
  const { appointmentNo, sourceApp, sourceType, jobNo, taskNo, resourceNo } = sent;
  const isTask = [sourceApp, sourceType, jobNo, taskNo].some((part) => part !== undefined);
  const count = [appointmentNo, resourceNo].filter((part) => part !== undefined).length + (isTask ? 1 : 0);
  if (count !== 1)
    throw position
      .within('appointmentNo')
      .refuse('REQ015', 'send appointmentNo, resourceNo, or sourceApp, sourceType, jobNo and taskNo of a task.');
  if (appointmentNo !== undefined) return { kind: 'Appointment', key: [appointmentNo] };
  if (resourceNo !== undefined) return { kind: 'Resource', key: [resourceNo] };
  if (sourceApp === undefined || sourceType === undefined || jobNo === undefined || taskNo === undefined)
    throw position.within('taskNo').refuse('REQ015', 'a task needs sourceApp, sourceType, jobNo and taskNo.');
  return { kind: 'Task', key: [sourceApp, sourceType, jobNo, taskNo] };
}

const guid = () =>
  shown(
    refined(text(36), (sent, position) => {
      if (!isGuid(sent)) throw position.refuse('REQ014', 'must be a UUID.');
      return sent.toLowerCase();
    }),
    { format: 'uuid' },
  );

const GUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
export const isGuid = (sent: string): boolean => GUID.test(sent);

const sha256 = () =>
  refined(text(64), (sent, position) => {
    if (!/^[\da-f]{64}$/i.test(sent)) throw position.refuse('REQ014', 'must be 64 hexadecimal digits.');
    return sent.toLowerCase();
  });

const contentType = () =>
  refined(text(255), (sent, position) => {
    const type = declaredType(sent);
    if (type === null)
      throw position.refuse('REQ040', `${sent.slice(0, 100)} is not allowed; use ${allowedTypes.join(', ')}.`, {
        declared: sent.slice(0, 100),
      });
    return type ?? '';
  });

const beginBody = refined(
  object({
    attachmentGuid: required(described(guid(), 'Chosen by the client: a repeated request continues the same upload.')),
    kind: required(choice(attachmentKinds)),
    fileName: required(text(400)),
    contentType: withDefault(
      described(
        contentType(),
        `One of ${allowedTypes.join(', ')}; the content is compared with it. Default: what is found.`,
      ),
      '',
    ),
    size: required(described(integer(1, LARGEST_ATTACHMENT), 'In bytes, at most 10 MB.')),
    sha256: described(sha256(), 'Of the whole file, in hexadecimal digits.'),
    note: text(2000),
    signedBy: described(text(200), 'The name of the person who signed.'),
    ...owner,
  }),
  ({ appointmentNo, sourceApp, sourceType, jobNo, taskNo, resourceNo, ...rest }, position) => ({
    ...rest,
    owner: ownerIn({ appointmentNo, sourceApp, sourceType, jobNo, taskNo, resourceNo }, position),
  }),
);
export type BeginBody = Infer<typeof beginBody>;

export const beginUpload = contract({
  method: 'POST',
  path: '/attachment',
  access: attachmentWriters,
  tags,
  summary: 'Begin or continue the upload of an attachment',
  description:
    'Of an appointment, a task or a resource. The response says where to continue. Send the content with PUT /attachment/{attachmentGuid}/content. An upload that is not complete after 24 hours is deleted.',
  body: beginBody,
  response: { 200: uploadSchema },
});

const offsetQuery = query({ offset: required(integer(0, LARGEST_ATTACHMENT)) });

export const sendContent = contract({
  method: 'PUT',
  path: '/attachment/:attachmentGuid/content',
  access: attachmentWriters,
  tags,
  summary: 'Send a part of the content of an attachment',
  description: `At most ${CHUNK_BYTES} bytes, at the offset where the stored content ends; another offset is refused (APP070) with \`received\`. What was acknowledged is stored. With the last part the type and the checksum are checked: a file of another type is refused and deleted.`,
  params,
  query: offsetQuery,
  consumes: ['application/octet-stream'],
  ownBody: { type: 'string', format: 'binary' },
  response: { 200: receivedSchema },
});

const listQuery = refined(query(owner), ownerIn);

export const listAttachments = contract({
  method: 'GET',
  path: '/attachment',
  access: attachmentReaders,
  tags,
  summary: 'List the attachments of an appointment, a task or a resource',
  description:
    'Ordered by the time of creation. Those of an appointment include the attachments of its task; those of a task include the attachments of its appointments, also of deleted ones. Uploads that are not complete are shown to the one who began them.',
  query: listQuery,
  response: { 200: list(attachmentSchema) },
});

export const showAttachment = contract({
  method: 'GET',
  path: '/attachment/:attachmentGuid',
  access: attachmentReaders,
  tags,
  summary: 'Read the data of an attachment',
  params,
  response: { 200: attachmentSchema },
});

const bytes = { type: 'string', format: 'binary' };

export const readContent = contract({
  method: 'GET',
  path: '/attachment/:attachmentGuid/content',
  access: attachmentReaders,
  tags,
  summary: 'Read the content of an attachment',
  params,
  headers: { type: 'object', properties: { 'if-none-match': textShape } },
  response: {
    200: {
      description: 'The file.',
      content: Object.fromEntries(allowedTypes.map((type) => [type, { schema: bytes }])),
    },
    304: { description: 'The file has not changed.', type: 'null' },
  },
});

export const deleteAttachment = contract({
  method: 'DELETE',
  path: '/attachment/:attachmentGuid',
  access: attachmentWriters,
  tags,
  summary: 'Delete an attachment',
  description: 'Also ends an upload that is not complete. It cannot be undone.',
  params,
  response: { 200: exactly({ attachmentGuid: { ...textShape, format: 'uuid' }, deleted: { type: 'boolean' } }) },
});

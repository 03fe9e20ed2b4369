import { allows, type Permission } from '../permissions.ts';

/** How the change log names attachments. They are no records: a file is neither imported nor undone. */
export const ATTACHMENT = 'Attachment';

export const attachmentKinds = ['photo', 'signature', 'document'] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

export const ownerKinds = ['Appointment', 'Task', 'Resource'] as const;
export type OwnerKind = (typeof ownerKinds)[number];

/** A row of the content, and the most that one request may send. */
export const CHUNK_BYTES = 262_144;
export const LARGEST_ATTACHMENT = 10 * 1_048_576;

/** Who may do more with the plan than to read it and to register the own time. */
const BEYOND_OWN: readonly Permission[] = ['plan.write', 'records.import', 'time.approve', 'time.connector'];

/**
 * Whose attachments a caller reads: a field worker those of the own appointments, everybody else who reads the plan all that data filters leave.
 */
export function attachmentReach(held: readonly Permission[]): 'none' | 'own' | 'all' {
  if (allows(held, BEYOND_OWN)) return 'all';
  if (allows(held, 'time.own')) return 'own';
  return allows(held, 'records.read') ? 'all' : 'none';
}

export const attachmentReaders = ['records.read', 'time.own'] as const satisfies readonly Permission[];
export const attachmentWriters = ['plan.write', 'records.import', 'time.own'] as const satisfies readonly Permission[];

/** Whose attachments a caller writes. */
export const attachmentWriteReach = (held: readonly Permission[]): 'own' | 'all' =>
  allows(held, ['plan.write', 'records.import']) ? 'all' : 'own';

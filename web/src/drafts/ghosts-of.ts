import type { BoardPreview } from '../board/types.ts';
import type { DraftChange } from './queries.ts';

/** Where the plan has the appointments that a draft moves or deletes. */
export const ghostsOf = (changes: readonly DraftChange[], label: (subject: string) => string): BoardPreview => ({
  proposed: changes.flatMap(({ id, action, appointmentNo, present }) =>
    present && (action === 'moved' || action === 'deleted')
      ? [
          {
            ...{ no: id, resources: present.resources, start: Date.parse(present.start), end: Date.parse(present.end) },
            label: label(present.subject ?? appointmentNo ?? ''),
          },
        ]
      : [],
  ),
  leaving: new Set(),
});

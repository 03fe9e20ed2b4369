import type { BoardPreview } from '../../board/types.ts';
import type { Move, Run } from '../../proposal/run.ts';

/** The changes of a run that are not applied yet. */
export function openMoves({ proposal, applied }: Pick<Run, 'proposal' | 'applied'>): readonly Move[] {
  const done = new Set(applied);
  return proposal?.moves.filter(({ no }) => !done.has(no)) ?? [];
}

/** Changes as the board draws them: new positions, and appointments that leave their old one. */
export const previewOf = (moves: readonly Move[]): BoardPreview => ({
  proposed: moves.flatMap(({ no, task, resources, start, end }) =>
    start === null || end === null
      ? []
      : [
          {
            ...{ no, resources, start: Date.parse(start), end: Date.parse(end) },
            label: `${task.jobNo} ${task.shortDescription}`.trim(),
          },
        ],
  ),
  leaving: new Set(moves.flatMap(({ appointment }) => appointment?.appointmentNo ?? [])),
});

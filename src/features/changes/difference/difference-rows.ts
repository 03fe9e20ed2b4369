import type { ShownDifference } from './read-difference.ts';

export const DIFFERENCE_COLUMNS = ['appointmentNo', 'action', 'field', 'before', 'after', 'actors', 'at'] as const;

/** One line for each field that differs, as spreadsheets compare them. */
export const rowsOf = (differences: readonly ShownDifference[]): Record<string, unknown>[] =>
  differences.flatMap(({ appointmentNo, action, before, after, actors, at }) =>
    Object.keys({ ...before, ...after }).map((field) => ({
      appointmentNo,
      action,
      field,
      before: spelled(before?.[field]),
      after: spelled(after?.[field]),
      actors: actors.join(', '),
      at,
    })),
  );

const spelled = (value: unknown): unknown => (Array.isArray(value) ? value.join(', ') : value);

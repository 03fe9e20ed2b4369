import { NEVER, type Rule } from './rule.ts';

export const excluded: Rule = {
  key: 'excluded',
  narrow: (open, { task, resource, day }) => {
    const { refillOf } = task;
    if (refillOf && (refillOf.resource !== resource.id || refillOf.date !== day.date)) return NEVER;
    return task.excluded?.includes(resource.id) ? NEVER : open;
  },
};

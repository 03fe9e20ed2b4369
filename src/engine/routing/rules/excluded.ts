import { NEVER, type Rule } from './rule.ts';

export const excluded: Rule = {
  key: 'excluded',
  narrow: (open, { task, resource }) => (task.excluded?.includes(resource.id) ? NEVER : open),
};

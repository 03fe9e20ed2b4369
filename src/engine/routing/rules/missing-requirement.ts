import type { Requirement, Resource } from '../model.ts';
import { NEVER, type Rule } from './rule.ts';

export const missingRequirement: Rule = {
  key: 'missingRequirement',
  narrow: (open, { task, resource }) =>
    (task.requirements?.every((each) => meets(resource, each)) ?? true) ? open : NEVER,
};

export const meets = ({ skills }: Resource, { anyOf }: Requirement): boolean =>
  anyOf.some((skill) => skills?.includes(skill) ?? false);
